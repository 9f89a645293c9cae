// After va_end the list may be started again (7.16.1.4p3).
int printf(const char *, ...);
static int twice(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    int total = __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    __builtin_va_start(ap, n);
    total += __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return total;
}
int main(void) {
    printf("%d\n", twice(1, 21));
    return 0;
}
