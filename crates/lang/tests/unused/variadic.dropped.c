typedef __builtin_va_list va_list;
extern int print(const char *, va_list);
int call(const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = print(format, list);
    __builtin_va_end(list);
    return n;
}
