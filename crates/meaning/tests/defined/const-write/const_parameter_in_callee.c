// A const parameter is an object of the callee; the argument may be modified.
int printf(const char *, ...);
static int plus(const int n, int *p) {
    *p = 10;
    return n + *p;
}
int main(void) {
    int x = 1;
    int sum = plus(x, &x);
    printf("%d %d\n", sum, x);
    return 0;
}
