// There is no actual next argument (7.16.1.1p2).
static int sum(int n, ...) {
    __builtin_va_list ap;
    int total = 0;
    __builtin_va_start(ap, n);
    while (n-- > 0)
        total += __builtin_va_arg(ap, int); //~ call-arguments
    __builtin_va_end(ap);
    return total;
}
int main(void) {
    return sum(3, 1, 2);
}
