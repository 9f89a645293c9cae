// With annex F, division of a floating value by zero gives an infinity (F.3).
int printf(const char *, ...);
int main(void) {
    double zero = 0.0;
    printf("%d %d\n", 1.0 / zero > 1e308, -1.0 / zero < -1e308);
    return 0;
}
