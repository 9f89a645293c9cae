// dialect: gnu
// A function that becomes a part of its caller returns to where its caller returns to.
int printf(const char *, ...);
static void *inner(void)
{
    return __builtin_return_address(0);
}
__attribute__((noinline)) static int outer(void)
{
    return inner() == __builtin_return_address(0);
}
int main(void)
{
    printf("%d\n", outer());
    return 0;
}
