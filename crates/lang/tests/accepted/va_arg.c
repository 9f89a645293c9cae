typedef __builtin_va_list va_list;
int g(va_list list) { return __builtin_va_arg(list, int); }
double f(int n, ...) {
    va_list list, copy;
    __builtin_va_start(list, n);
    __builtin_va_copy(copy, list);
    double d = __builtin_va_arg(list, double) + g(list);
    struct s { int a; } s = __builtin_va_arg(copy, struct s);
    __builtin_va_end(list);
    return d + s.a;
}
