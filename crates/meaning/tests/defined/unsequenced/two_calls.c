// Function bodies do not interleave: indeterminately sequenced, not unsequenced (6.5.2.2p10); the sum is the same.
int printf(const char *, ...);
static int n;
static int next(void) {
    return ++n;
}
int main(void) {
    int sum = next() + next();
    printf("%d %d\n", sum, n);
    return 0;
}
