// 2^62 << 2 is 2^64, which does not fit long (6.5.7p4).
int main(void) {
    long x = 1L << 62;
    return (x << 2) != 0; //~ shift-operand
}
