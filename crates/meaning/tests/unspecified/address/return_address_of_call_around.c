// dialect: gnu
// What `__builtin_return_address` gives for a call around, the manual leaves open.
int printf(const char *, ...);
__attribute__((noinline)) static int f(void)
{
    return __builtin_return_address(1) == 0;
}
int main(void)
{
    printf("%d\n", f());
    return 0;
}
