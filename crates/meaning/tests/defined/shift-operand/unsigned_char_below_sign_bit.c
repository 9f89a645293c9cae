// 127 << 24 fits int (6.5.7p4).
int printf(const char *, ...);
int main(void) {
    unsigned char c = 127;
    printf("%d\n", c << 24);
    return 0;
}
