// dialect: gnu
// C11 7.16.1.3p2 asks for va_end before the function returns; GCC's does nothing.
int printf(const char *, ...);

static int second(int n, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, n);
    __builtin_va_arg(list, int);
    return __builtin_va_arg(list, int);
}

int main(void)
{
    printf("%d\n", second(2, 10, 20));
    return 0;
}
