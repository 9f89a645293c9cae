// q is based on p, so both may access the object (6.7.3.1p3).
int printf(const char *, ...);
static int f(int *restrict p) {
    int *q = p + 1;
    *q = 5;
    p[1] += 1;
    return *q + *p;
}
int main(void) {
    int a[2] = { 1, 2 };
    printf("%d\n", f(a));
    return 0;
}
