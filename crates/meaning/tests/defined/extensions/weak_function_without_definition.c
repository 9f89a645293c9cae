// dialect: gnu
// A weak function that nothing defines has a null address.
int printf(const char *, ...);
int absent(int) __attribute__((weak));
int present(int) __attribute__((weak));

int present(int n)
{
    return n + 1;
}

int main(void)
{
    printf("%d %d\n", absent ? absent(1) : -1, present ? present(1) : -1);
    return 0;
}
