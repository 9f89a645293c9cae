// The function returns without va_end (7.16.1.3p2).
static int last(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    n = __builtin_va_arg(ap, int);
    return n; //~ call-arguments
}
int main(void) {
    return last(1, 3);
}
