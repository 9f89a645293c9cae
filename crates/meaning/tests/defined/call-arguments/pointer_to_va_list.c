// A pointer to a va_list may be passed; the caller goes on with the list (footnote 253).
int printf(const char *, ...);
static int take(__builtin_va_list *ap) {
    return __builtin_va_arg(*ap, int);
}
static int both(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    n = take(&ap);
    n = n * 10 + __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return n;
}
int main(void) {
    printf("%d\n", both(2, 3, 4));
    return 0;
}
