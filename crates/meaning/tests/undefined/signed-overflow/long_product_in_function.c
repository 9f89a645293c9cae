// A product of two longs beyond LONG_MAX, in a function that sees only its parameters (6.5p5).
static long scale(long value, long factor) {
    return value * factor; //~ signed-overflow
}
int main(void) {
    long big = 1L << 40;
    return scale(big, big) != 0;
}
