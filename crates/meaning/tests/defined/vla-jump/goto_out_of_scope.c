// Jumping out of the scope is allowed, and in again from its start.
int printf(const char *, ...);
int main(void) {
    int n = 1;
again:;
    int a[n];
    a[n - 1] = n;
    if (n < 4) {
        n++;
        goto again;
    }
    printf("%d\n", a[3]);
    return 0;
}
