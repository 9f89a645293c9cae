// A division by zero in an operand of sizeof, or in the branch not taken, is not evaluated (6.5.3.4p2, 6.5.15p4).
int printf(const char *, ...);
int main(void) {
    int zero = 0;
    int chosen = zero ? 1 / zero : 4;
    printf("%d %d\n", (int)sizeof(1 / zero), chosen);
    return 0;
}
