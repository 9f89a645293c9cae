// dialect: gnu
int printf(const char *, ...);
static double _Complex quotient(double _Complex z, double _Complex w) { return z / w; }
int main(void) {
    printf("%a\n", __imag__ quotient(1.1 + 2.3i, -0.7 + 3.9i));
    return 0;
}
