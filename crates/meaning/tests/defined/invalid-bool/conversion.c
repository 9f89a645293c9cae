// Conversion to _Bool gives 0 or 1 (6.3.1.2p1).
int printf(const char *, ...);
int main(void) {
    _Bool a = 2, b = 256, c = 0.5, d = (_Bool)(char)256;
    printf("%d %d %d %d\n", a, b, c, d);
    return 0;
}
