// dialect: gnu
// A quotient of complex numbers is what libgcc computes, and infinities are recovered from NaNs (C11 G.5.1p6 and p8). Last digits
// are not shown: they would be others if GCC knew the operands.
int printf(const char *, ...);

static void show(_Complex double z) { printf("%.10g %.10g\n", __real__ z, __imag__ z); }

int main(void)
{
    double infinity = __builtin_inf();
    volatile _Complex double a = 1.1 + 2.3i, b = -0.7 + 3.9i, tiny = 1e-310 + 3e-310i, huge = 1e308 + 1e308i;
    _Complex double infinite;
    __real__ infinite = infinity;
    __imag__ infinite = infinity;
    show(a / b);
    show(b / a);
    show(tiny / a);
    show(a / tiny);
    show(huge / huge);
    show(a / infinite);
    volatile _Complex float f = 1.1f + 2.3if, g = 3.7f - 0.3if;
    _Complex float h = f / g;
    printf("%.5g %.5g\n", __real__ h, __imag__ h);
    volatile _Complex long double x = 1.1L + 2.3iL, y = 3.7L - 0.3iL;
    _Complex long double q = x / y;
    printf("%.12Lg %.12Lg\n", __real__ q, __imag__ q);
    return 0;
}
