// dialect: gnu
// `__builtin_constant_p` without optimisation: numbers and string literals, but no other addresses.
int printf(const char *, ...);
int global;

int main(void)
{
    char buffer[4];
    printf("%d%d%d ", __builtin_constant_p(3 + 4), __builtin_constant_p("hi"), __builtin_constant_p(2.5));
    printf("%d%d%d\n", __builtin_constant_p(global), __builtin_constant_p(&global), __builtin_constant_p(buffer));
    return 0;
}
