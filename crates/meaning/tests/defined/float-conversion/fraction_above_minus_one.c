// -0.9 is truncated to zero before the range is looked at (6.3.1.4p1, footnote 61).
int printf(const char *, ...);
int main(void) {
    double d = -0.9;
    unsigned u = d;
    printf("%u\n", u);
    return 0;
}
