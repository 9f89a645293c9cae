// The last named parameter has a type that the default argument promotions change (7.16.1.4p4).
static int last(short n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n); //~ call-arguments
    int value = __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return value;
}
int main(void) {
    return last(1, 2);
}
