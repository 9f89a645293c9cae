// The unsigned char is promoted to int, and 128 << 24 is 2^31 (6.3.1.1p2, 6.5.7p4).
static unsigned big_endian(const unsigned char *bytes) {
    return bytes[0] << 24; //~ shift-operand
}
int main(void) {
    unsigned char bytes[4] = { 128, 0, 0, 0 };
    return big_endian(bytes) == 0;
}
