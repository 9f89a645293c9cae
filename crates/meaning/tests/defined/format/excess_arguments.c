// Excess arguments are evaluated and ignored (7.21.6.1p2).
int printf(const char *, ...);
int main(void) {
    int i = 1;
    printf("%d\n", i, ++(int){ 5 }, 2.0);
    return 0;
}
