// Conversion to _Bool compares with zero; NaN and 0.1 become 1 (6.3.1.2p1, footnote 59).
int printf(const char *, ...);
int main(void) {
    double zero = 0.0, tenth = 0.1;
    _Bool a = zero / zero, b = tenth, c = zero;
    printf("%d %d %d\n", a, b, c);
    return 0;
}
