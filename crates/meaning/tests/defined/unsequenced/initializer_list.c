// Expressions of an initialiser list are indeterminately sequenced (6.7.9p23); the sum is the same in any order.
int printf(const char *, ...);
int main(void) {
    int i = 1;
    int a[2] = { i++, i++ };
    printf("%d %d\n", a[0] + a[1], i);
    return 0;
}
