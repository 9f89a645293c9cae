// Signed and unsigned agree if the value fits both (6.5.2.2p6).
int printf(const char *, ...);
static int same(n)
    int n;
{
    return n;
}
int main(void) {
    printf("%d\n", same(5u));
    return 0;
}
