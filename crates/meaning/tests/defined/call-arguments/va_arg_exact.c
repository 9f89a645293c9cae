// Each va_arg names the promoted type of its argument (7.16.1.1p2).
int printf(const char *, ...);
static double sum(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    double total = __builtin_va_arg(ap, int);
    total += __builtin_va_arg(ap, double);
    total += __builtin_va_arg(ap, long);
    __builtin_va_end(ap);
    return total;
}
int main(void) {
    short s = 1;
    printf("%.2f\n", sum(3, s, 0.25f, 40L));
    return 0;
}
