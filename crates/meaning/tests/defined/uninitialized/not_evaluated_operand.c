// && does not evaluate its second operand (6.5.13p4).
int printf(const char *, ...);
int main(void) {
    int x, known = 0;
    (void)&x;
    printf("%d\n", known && x);
    return 0;
}
