// A real operand stays real in complex arithmetic, so that it leaves the sign of a zero in the imaginary part alone
// (C11 6.3.1.8p1, G.5.1 and G.5.2).
int printf(const char *, ...);
double copysign(double, double);

static void show(_Complex double z)
{
    double re = copysign(1, __real__ z), im = copysign(1, __imag__ z);
    printf("%.0f %.0f  ", re, im);
}

int main(void)
{
    _Complex double z;
    __real__ z = -0.0;
    __imag__ z = -0.0;
    double one = 1.0, zero = 0.0;
    show(z + zero);
    show(zero + z);
    show(z - one);
    show(zero - z);
    show(z * one);
    show(-one * z);
    show(z / -one);
    z += one;
    show(z);
    z++;
    show(z);
    printf("\n");
    return 0;
}
