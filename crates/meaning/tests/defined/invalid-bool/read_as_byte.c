// The byte is read as a character type (6.2.6.1p5).
int printf(const char *, ...);
int main(void) {
    _Bool b = 1;
    unsigned char *p = (unsigned char *)&b;
    *p = 2;
    printf("%d\n", *p);
    *p = 1;
    printf("%d\n", b);
    return 0;
}
