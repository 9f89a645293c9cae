// All accesses are through volatile lvalues.
int printf(const char *, ...);
static volatile int n;
static void add(volatile int *p, int k) {
    *p = *p + k;
}
int main(void) {
    add(&n, 3);
    n++;
    printf("%d\n", n);
    return 0;
}
