// int () is compatible with a definition whose parameters are not changed by promotion (6.7.6.3p15).
int printf(const char *, ...);
static double scale(double x, int n) {
    return x * n;
}
int main(void) {
    double (*f)() = scale;
    printf("%.1f\n", f(1.5f, 'a' - 'a' + 3));
    return 0;
}
