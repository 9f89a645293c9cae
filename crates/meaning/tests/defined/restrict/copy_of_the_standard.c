// The first call of 6.7.3.1p9: the two halves do not overlap.
int printf(const char *, ...);
static void f(int n, int *restrict p, int *restrict q) {
    while (n-- > 0)
        *p++ = *q++;
}
static int d[100] = { 7, 8, 9 };
int main(void) {
    f(50, d + 50, d);
    printf("%d %d\n", d[50], d[52]);
    return 0;
}
