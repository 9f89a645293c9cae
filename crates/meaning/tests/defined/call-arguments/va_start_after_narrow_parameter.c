// dialect: gnu
// C11 7.16.1.4p4 forbids a last parameter whose type the default argument promotions change; GCC does not look at it.
int printf(const char *, ...);

static int next(char last, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, last);
    int value = __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return value;
}

int main(void)
{
    printf("%d\n", next('a', 8));
    return 0;
}
