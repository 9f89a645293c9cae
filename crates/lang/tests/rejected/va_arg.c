void f(int n, ...) {
    __builtin_va_list list, *pointer = &list;
    __builtin_va_start(list, n);
    __builtin_va_arg(pointer, int); //~ bad-operand
    __builtin_va_arg(n, int); //~ bad-operand
    __builtin_va_arg(list, void); //~ incomplete
    __builtin_va_arg(list, struct s); //~ incomplete
    __builtin_va_end(list);
}
