// dialect: gnu
// No library has a function `powi`, so the builtin is none of the program's.
int printf(const char *, ...);
double powi(double x, int n) { return __builtin_powi(x, n) + 100; }

int main(void) {
    printf("%g %g\n", powi(2, 3), __builtin_powi(3, 2));
    return 0;
}
