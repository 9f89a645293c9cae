// The callee used va_arg on ap; in the caller ap is indeterminate and only fit for va_end (7.16p3).
static int take(__builtin_va_list ap) {
    return __builtin_va_arg(ap, int);
}
static int sum(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    n = take(ap);
    n += __builtin_va_arg(ap, int); //~ call-arguments
    __builtin_va_end(ap);
    return n;
}
int main(void) {
    return sum(2, 3, 4);
}
