// GCC computes the product of constants exactly, and then it has another last digit.
int printf(const char *, ...);
int main(void) {
    double _Complex z = 0.1 + 0.2i, w = 0.3 + 0.4i;
    z *= w;
    printf("%a\n", __real__ z);
    return 0;
}
