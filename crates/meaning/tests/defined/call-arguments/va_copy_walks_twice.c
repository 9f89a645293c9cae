// The copy is walked on its own (7.16.1.2p2).
int printf(const char *, ...);
static int twice(int n, ...) {
    __builtin_va_list ap, again;
    __builtin_va_start(ap, n);
    __builtin_va_copy(again, ap);
    int total = __builtin_va_arg(ap, int) * 100;
    __builtin_va_end(ap);
    total += __builtin_va_arg(again, int);
    __builtin_va_end(again);
    return total;
}
int main(void) {
    printf("%d\n", twice(1, 5));
    return 0;
}
