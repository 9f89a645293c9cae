// The next argument is an int, not a long (7.16.1.1p2).
static long last(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    long value = __builtin_va_arg(ap, long); //~ call-arguments
    __builtin_va_end(ap);
    return value;
}
int main(void) {
    return last(1, 5) == 5;
}
