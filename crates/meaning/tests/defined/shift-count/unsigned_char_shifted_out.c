// An unsigned char shifted right by 8 is an int shift; << 8 keeps the bits, which the conversion back drops.
int printf(const char *, ...);
int main(void) {
    unsigned char c = 255;
    c >>= 8;
    printf("%d ", c);
    c = 255;
    c <<= 8;
    printf("%d\n", c);
    return 0;
}
