// Unsigned arithmetic never overflows: it is reduced modulo 2^N (6.2.5p9).
int printf(const char *, ...);
int main(void) {
    unsigned x = 4294967295u;
    unsigned long y = 0;
    printf("%u %u %lu %u\n", x + 1, -x, y - 1, x * x);
    return 0;
}
