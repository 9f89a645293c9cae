// The declaration with a bad size is never reached.
int printf(const char *, ...);
static int use(int n) {
    if (n <= 0)
        return -1;
    int a[n];
    a[n - 1] = n;
    return a[n - 1];
}
int main(void) {
    printf("%d %d\n", use(0), use(2));
    return 0;
}
