double _Complex a = 1.0 + 2.0i;
float _Complex b(float x) { return x * 1.0fi + 2; }
_Complex int c = 3i;
double d(double _Complex x, double _Complex y) {
    __imag__ x = 1;
    x *= ~y;
    return __real__ x + __imag__(x / y - 1) + (x == y) + !x + (x ? 1 : 2);
}
_Complex e = 1;
