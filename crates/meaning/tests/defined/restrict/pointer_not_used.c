// Nothing is accessed through q, so nothing is asked of it (6.7.3.1p4).
int printf(const char *, ...);
static int f(int *restrict p, int *restrict q) {
    *p = 3;
    return p == q;
}
int main(void) {
    int x = 1;
    int same = f(&x, &x);
    printf("%d %d\n", same, x);
    return 0;
}
