// Not all variable arguments need be read.
int printf(const char *, ...);
static int first(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    n = __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return n;
}
int main(void) {
    printf("%d\n", first(0, 8, "rest", 2.0));
    return 0;
}
