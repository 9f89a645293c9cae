// Without use of the value, reaching the } is fine (6.9.1p12).
int printf(const char *, ...);
static int show(int n) {
    printf("%d\n", n);
}
int main(void) {
    show(1);
    (void)show(2);
    return 0;
}
