// char, short and float are promoted, and hh and h convert back (7.21.6.1p7).
int printf(const char *, ...);
int main(void) {
    char c = 'x';
    short s = -3;
    float f = 0.5f;
    printf("%c %hd %d %f %hhd\n", c, s, c, f, 257);
    return 0;
}
