// dialect: gnu
// Nobody knows where a call returns to.
int printf(const char *, ...);
__attribute__((noinline)) static unsigned long f(void)
{
    return (unsigned long)__builtin_return_address(0);
}
int main(void)
{
    printf("%lu\n", f());
    return 0;
}
