typedef __builtin_va_list va_list;
extern int print(const char *, struct __va_list_tag *);
int call(const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = print(format, list);
    __builtin_va_end(list);
    return n;
}
