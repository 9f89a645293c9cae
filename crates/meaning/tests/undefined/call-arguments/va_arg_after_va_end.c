// ap was ended and not started again (7.16.1.1p2).
static int last(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    n = __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return n + __builtin_va_arg(ap, int); //~ call-arguments
}
int main(void) {
    return last(2, 3, 4);
}
