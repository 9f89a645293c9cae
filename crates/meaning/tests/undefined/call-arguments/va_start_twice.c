// The list is started again without va_end in between (7.16.1.4p3).
static int last(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    n = __builtin_va_arg(ap, int);
    __builtin_va_start(ap, n); //~ call-arguments
    n += __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return n;
}
int main(void) {
    return last(1, 2);
}
