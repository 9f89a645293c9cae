// __builtin_popcount and __builtin_parity are defined for all values.
int printf(const char *, ...);
int main(void) {
    unsigned zero = 0;
    printf("%d %d %d\n", __builtin_popcount(zero), __builtin_parity(zero), __builtin_popcount(~zero));
    return 0;
}
