// With 64 bits of significand 2^64 - 1 is exact in long double and fits unsigned long.
int printf(const char *, ...);
int main(void) {
    long double x = 18446744073709551615UL;
    unsigned long u = x;
    printf("%lu\n", u);
    return 0;
}
