// With annex F, a double too large for float becomes an infinity (6.3.1.5p1, F.3).
int printf(const char *, ...);
int main(void) {
    double d = 1e300;
    float f = (float)d;
    printf("%d\n", f > 3.4e38f);
    return 0;
}
