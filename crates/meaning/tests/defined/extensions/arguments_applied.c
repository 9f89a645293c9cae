// dialect: gnu
// `__builtin_apply` calls a function with the arguments of the one it stands in, `__builtin_return` returns what came back
// (GCC's manual, "Constructing Calls").
int printf(const char *, ...);

static double half(int n, double x)
{
    return n * x / 2;
}

static double forwarded(int n, double x)
{
    __builtin_return(__builtin_apply((void (*)())half, __builtin_apply_args(), 64));
}

static void show(const char *name, double x, int n)
{
    printf("%s %g %d\n", name, x, n);
}

static void any(const char *name, ...)
{
    __builtin_apply((void (*)())show, __builtin_apply_args(), 64);
}

int main(void)
{
    printf("%g\n", forwarded(3, 1.5));
    any("name", 2.5, 7);
    return 0;
}
