// dialect: gnu
// `__builtin_va_arg_pack ()` stands for the variable arguments of an inline function (GCC's manual, "Constructing Calls").
int printf(const char *, ...);
int sprintf(char *, const char *, ...);

static int sum(int count, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, count);
    int result = 0;
    for (int i = 0; i < count; i++)
        result = result * 10 + __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return result;
}

static inline __attribute__((always_inline)) int with_two(int count, ...)
{
    return sum(count, 1, 2, __builtin_va_arg_pack());
}

static inline __attribute__((always_inline)) int length(char *text, const char *format, ...)
{
    return sprintf(text, format, __builtin_va_arg_pack()) + 100 * __builtin_va_arg_pack_len();
}

int main(void)
{
    char text[40];
    printf("%d %d\n", with_two(2), with_two(4, 3, 4));
    int n = length(text, "%d %s %.1f", 12, "ab", 1.5);
    printf("%d %s\n", n, text);
    return 0;
}
