// int (*)() is compatible with int (int) (6.7.6.3p15); the argument has the right type.
int printf(const char *, ...);
static int half(int n) {
    return n / 2;
}
int main(void) {
    int (*f)() = half;
    printf("%d\n", f(10));
    return 0;
}
