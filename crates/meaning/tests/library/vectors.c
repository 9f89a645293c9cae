/* Vectors, complex numbers, classification, constants, padding. */
int printf(const char *, ...);
int memcmp(const void *, const void *, unsigned long);
typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char b8 __attribute__((vector_size(8)));
typedef double d2 __attribute__((vector_size(16)));
typedef long l2 __attribute__((vector_size(16)));

static void show(v4 v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }

static void shuffles(void) {
    v4 a = { 1, 2, 3, 4 }, b = { 5, 6, 7, 8 }, mask = { 3, 0, -1, 5 };
    show(__builtin_shuffle(a, mask));
    show(__builtin_shuffle(a, b, mask));
    show(__builtin_shuffle(a, b, (v4){ 7, 1, 100, 4 }));
    b8 c = { 0, 1, 2, 3, 4, 5, 6, 7 };
    b8 r = __builtin_shuffle(c, (b8){ 7, 6, 5, 4, 3, 2, 9, 8 });
    for (int i = 0; i < 8; i++) printf("%d ", r[i]);
    d2 d = __builtin_shuffle((d2){ 1.5, 2.5 }, (d2){ 3.5, 4.5 }, (l2){ 2, 1 });
    printf("%g %g\n", d[0], d[1]);
    v4 s = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    show(s);
}

#define CLASSIFY(T, SUFFIX)                                                                                         \
    do {                                                                                                            \
        volatile T values[] = { 0, -0.0##SUFFIX, 1, -2.5##SUFFIX, 1 / (T)0.0, -1 / (T)0.0, __builtin_nan("") };      \
        for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {                                           \
            T x = values[i];                                                                                        \
            printf("%d%d%d%d%d ", !!__builtin_isnan(x), !!__builtin_isinf(x), !!__builtin_isfinite(x),              \
                   !!__builtin_isnormal(x), i < 6 ? !!__builtin_signbit(x) : 0);                                    \
            printf("%d %d ", __builtin_isinf_sign(x), __builtin_fpclassify(10, 11, 12, 13, 14, x));                 \
            for (unsigned j = 0; j < sizeof values / sizeof values[0]; j++)                                         \
                printf("%d%d%d%d%d%d ", __builtin_isgreater(x, values[j]), __builtin_isgreaterequal(x, values[j]),  \
                       __builtin_isless(x, values[j]), __builtin_islessequal(x, values[j]),                         \
                       __builtin_islessgreater(x, values[j]), __builtin_isunordered(x, values[j]));                 \
            printf("\n");                                                                                           \
        }                                                                                                           \
    } while (0)

static void complexes(void) {
    _Complex double z = 3.0 + 4.0i;
    _Complex float f = 1.5f - 2.0if;
    _Complex long double l = -1.0L + 0.5iL;
    printf("%g %g %g ", __builtin_creal(z), __builtin_cimag(z), __builtin_cabs(z));
    printf("%g %g ", __builtin_crealf(f), __builtin_cimagf(__builtin_conjf(f)));
    printf("%Lg %Lg\n", __builtin_creall(l), __builtin_cimagl(__builtin_conjl(l)));
}

static void constants(void) {
    printf("%g %g %Lg ", __builtin_huge_val(), __builtin_inff(), -__builtin_infl());
    printf("%d %d %d ", __builtin_nan("") == __builtin_nan(""), __builtin_isnan(__builtin_nans("")), __builtin_isnan(__builtin_nanf("0x12")));
    union { double d; unsigned long n; } u = { __builtin_nan("0x1234") };
    printf("%lx\n", u.n);
}

struct padded { char a; int b : 3; short c; long double d; };
static void padding(void) {
    struct padded x, y;
    __builtin_memset(&x, 0, sizeof x);
    __builtin_memset(&y, 0xff, sizeof y);
    x.a = y.a = 1;
    x.b = y.b = 2;
    x.c = y.c = 3;
    x.d = y.d = 4;
    __builtin_clear_padding(&y);
    __builtin_clear_padding(&x);
    printf("%d\n", memcmp(&x, &y, sizeof x));
}

int main(void) {
    shuffles();
    CLASSIFY(float, f);
    CLASSIFY(double, );
    CLASSIFY(long double, l);
    CLASSIFY(_Float128, f128);
    complexes();
    constants();
    padding();
    return 0;
}
