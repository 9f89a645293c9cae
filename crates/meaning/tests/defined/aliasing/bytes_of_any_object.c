// A character type may access every object (6.5p7).
int printf(const char *, ...);
int main(void) {
    float f = 1.0f;
    unsigned char *bytes = (unsigned char *)&f;
    printf("%d %d\n", bytes[3], bytes[2]);
    bytes[3] |= 0x80;
    printf("%.1f\n", f);
    return 0;
}
