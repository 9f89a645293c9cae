// The inner dimension of the parameter is evaluated at the call (6.9.1p10).
int printf(const char *, ...);
static int corner(int n, int m, int a[n][m]) {
    return a[n - 1][m - 1];
}
int main(void) {
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    printf("%d\n", corner(2, 3, a));
    return 0;
}
