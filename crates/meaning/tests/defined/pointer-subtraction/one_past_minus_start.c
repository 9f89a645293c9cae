// One past the last element counts as in the array (6.5.6p9).
int printf(const char *, ...);
int main(void) {
    double a[7], x;
    printf("%d %d\n", (int)(a + 7 - a), (int)(&x + 1 - &x));
    return 0;
}
