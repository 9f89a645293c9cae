// A pointer to a function may be converted and converted back (6.3.2.3p8).
int printf(const char *, ...);
static int half(int n) {
    return n / 2;
}
int main(void) {
    void (*stored)(void) = (void (*)(void))half;
    int (*f)(int) = (int (*)(int))stored;
    printf("%d\n", f(8));
    return 0;
}
