// Qualifiers of parameters do not count for compatibility (6.7.6.3p15).
int printf(const char *, ...);
static int add(const int a, int b) {
    return a + b;
}
int main(void) {
    int (*f)(int, const int) = add;
    printf("%d\n", f(1, 2));
    return 0;
}
