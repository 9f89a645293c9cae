// dialect: gnu
// Of the last digits of `pow` nothing is promised (5.2.4.2.2p6).
double pow(double, double);
int printf(const char *, ...);
int main(void)
{
    volatile double x = 2.5;
    printf("%.17g\n", pow(x, 1.5));
    return 0;
}
