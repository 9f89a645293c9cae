// The shift by 64 stands in the branch that is not taken (6.5.15p4).
int printf(const char *, ...);
static unsigned long shift(unsigned long x, unsigned by) {
    return by < 64 ? x << by : 0;
}
int main(void) {
    printf("%lu %lu\n", shift(3, 63), shift(3, 64));
    return 0;
}
