// dialect: gnu
// `__builtin_tgmath` calls the function whose parameters have the common type of the arguments; integers count as `double`.
int printf(const char *, ...);

static float of_float(int n, float x) { return n * x + 1; }
static double of_double(int n, double x) { return n * x + 2; }
static long double of_long_double(int n, long double x) { return n * x + 3; }
static double of_complex(int n, _Complex double x) { return n * __real__ x + __imag__ x; }

static float narrow_double(double x) { return x + 1; }
static float narrow_long_double(long double x) { return x + 2; }

int main(void) {
    _Complex double z = 2;
    __imag__ z = 5;
    printf("%g ", __builtin_tgmath(of_float, of_double, of_long_double, of_complex, 2, 1.5f));
    printf("%g ", __builtin_tgmath(of_float, of_double, of_long_double, of_complex, 2, 1.5));
    printf("%Lg\n", __builtin_tgmath(of_float, of_double, of_long_double, of_complex, 2, 1.5L));
    printf("%g ", __builtin_tgmath(of_float, of_double, of_long_double, of_complex, 2, 7));
    printf("%g ", __builtin_tgmath(of_float, of_double, of_long_double, of_complex, 2, z));
    printf("%zu\n", sizeof __builtin_tgmath(of_float, of_double, of_long_double, of_complex, 1, 1.0f));
    printf("%g ", __builtin_tgmath(narrow_double, narrow_long_double, 1.0f));
    printf("%g ", __builtin_tgmath(narrow_double, narrow_long_double, 1));
    printf("%g\n", __builtin_tgmath(narrow_double, narrow_long_double, 1.0L));
    return 0;
}
