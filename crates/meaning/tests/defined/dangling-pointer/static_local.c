// A static object lives during the whole program (6.2.4p3).
int printf(const char *, ...);
static int *counter(void) {
    static int n = 1;
    return &n;
}
int main(void) {
    int *p = counter();
    ++*p;
    printf("%d %d\n", *p, *counter());
    return 0;
}
