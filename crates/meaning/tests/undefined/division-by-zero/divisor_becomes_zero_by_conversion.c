// 256 converted to unsigned char is 0 (6.3.1.3p2, 6.5.5p5).
int main(void) {
    unsigned char divisor = (unsigned char)256;
    return 10 / divisor; //~ division-by-zero
}
