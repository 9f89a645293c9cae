// unsigned may be read as int only if the value fits both (7.16.1.1p2).
static int last(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    n = __builtin_va_arg(ap, int); //~ call-arguments
    __builtin_va_end(ap);
    return n;
}
int main(void) {
    return last(1, 7u) + last(1, 4000000000u);
}
