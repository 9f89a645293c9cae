// The update of n in the operand and the call are indeterminately sequenced; the call does not look at n.
int printf(const char *, ...);
static int n = 1;
static int five(void) {
    return 5;
}
int main(void) {
    int sum = n++ + five();
    printf("%d %d\n", sum, n);
    return 0;
}
