int printf(const char *, ...);
int main(void) {
    double _Complex z = 0.5 + 3.0i, w = 2.0 - 0.25i, v = 0.1 + 0.2i;
    v *= 0.3 + 0.4i;
    printf("%a %a %d\n", __real__(z * w), __imag__(z * w), __real__ v < 0);
    return 0;
}
