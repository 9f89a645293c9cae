// dialect: gnu
// Integers choose the function of `double`, or of `_Float64` if all functions give one type of that family.
int printf(const char *, ...);
static float f(float x) { return x + 1; }
static double d(double x) { return x + 2; }
static long double l(long double x) { return x + 3; }
static _Float32 f32(_Float32 x) { return x + 4; }
static _Float32 from_f(float x) { return x + 5; }
static _Float32 from_d(double x) { return x + 6; }
static _Float32 from_f64(_Float64 x) { return x + 7; }
int main(void)
{
    int i = 10;
    printf("%g %g\n", (double)__builtin_tgmath(f, d, l, f32, i), (double)__builtin_tgmath(f, d, l, f32, (float)i));
    printf("%g %g\n", (double)__builtin_tgmath(from_f, from_d, from_f64, i),
           (double)__builtin_tgmath(from_f, from_d, from_f64, (double)i));
    return 0;
}
