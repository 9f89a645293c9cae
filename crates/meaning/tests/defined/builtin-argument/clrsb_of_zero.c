// __builtin_clrsb counts redundant sign bits, also of 0 and -1.
int printf(const char *, ...);
int main(void) {
    int zero = 0;
    printf("%d %d\n", __builtin_clrsb(zero), __builtin_clrsb(zero - 1));
    return 0;
}
