// Only arguments whose parameter differs from function to function choose the function.
float f(int n, float x);
double d(int n, double x);
long double l(int n, long double x);
_Complex double c(int n, _Complex double x);
void test(float x, long double y, int i, _Complex double z) {
    _Static_assert(_Generic(__builtin_tgmath(f, d, l, 1, x), float: 1, default: 0), "");
    _Static_assert(_Generic(__builtin_tgmath(f, d, l, 1, y), long double: 1, default: 0), "");
    _Static_assert(_Generic(__builtin_tgmath(f, d, l, 1, i), double: 1, default: 0), "");
    _Static_assert(_Generic(__builtin_tgmath(f, d, l, c, 1, z), _Complex double: 1, default: 0), "");
}
_Complex float cf(_Complex float x);
_Complex double cd(_Complex double x);
_Static_assert(_Generic(__builtin_tgmath(cf, cd, 1.0f), _Complex float: 1, default: 0), "");
