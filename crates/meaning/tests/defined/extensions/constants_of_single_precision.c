// dialect: gnu
// flags: -fsingle-precision-constant
// `-fsingle-precision-constant`: a floating constant without a suffix is a `float`.
int printf(const char *, ...);

int main(void) {
    printf("%zu %zu %d\n", sizeof 1.5, sizeof 1.5L, 0.1 == 0.1f);
    return 0;
}
