// << of an unsigned value is reduced modulo 2^32 (6.5.7p4).
int printf(const char *, ...);
int main(void) {
    unsigned x = 0xffffffffu;
    printf("%u %u\n", x << 4, 1u << 31);
    return 0;
}
