// && evaluates its second operand only when the divisor is not zero (6.5.13p4).
int printf(const char *, ...);
int main(void) {
    for (int d = 0; d < 3; d++)
        printf("%d\n", d && 6 / d == 3);
    return 0;
}
