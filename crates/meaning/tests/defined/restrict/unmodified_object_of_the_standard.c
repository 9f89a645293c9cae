// The example of 6.7.3.1p10: b is aliased by q and r but not modified.
int printf(const char *, ...);
static void h(int n, int *restrict p, int *restrict q, int *restrict r) {
    for (int i = 0; i < n; i++)
        p[i] = q[i] + r[i];
}
int main(void) {
    int a[3], b[3] = { 1, 2, 3 };
    h(3, a, b, b);
    printf("%d %d %d\n", a[0], a[1], a[2]);
    return 0;
}
