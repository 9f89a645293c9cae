// Each execution of the function has its own association (6.7.3.1p4, p5).
int printf(const char *, ...);
static void set(int *restrict p, int *restrict q) {
    *p = *q + 1;
}
int main(void) {
    int x = 1, y = 5;
    set(&x, &y);
    set(&y, &x);
    printf("%d %d\n", x, y);
    return 0;
}
