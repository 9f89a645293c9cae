/* Text to numbers and back, division, random numbers. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const texts[] = {
    "", " ", "0", "-0", "+7", "  42abc", "-42", "0x1F", "0X", "0x", "077", "08", "99999999999", "-99999999999",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "-1", "zz", "Zz9", "1.5", ".5", "5.", "1e3", "1e", "1e+", "-1.25e-2x",
    "0x1.8p3", "inf", "-Infinity", "nan", "nan(12)", "1e400", "-1e-400", "4.9e-324", "3.4028236e38", "1e-46", "0.1", "\t\n7",
};
#define N (sizeof texts / sizeof texts[0])

static void integers(const char *text, int base) {
    char *end = 0;
    errno = 0;
    printf("%ld ", strtol(text, &end, base));
    printf("%d %d ", (int)(end - text), errno);
    errno = 0;
    printf("%lu ", strtoul(text, &end, base));
    printf("%d ", errno);
    printf("%lld ", strtoll(text, 0, base));
    printf("%llu ", strtoull(text, &end, base));
    printf("%" PRIdMAX "\n", strtoimax(text, &end, base));
}

static void floats(const char *text) {
    char *end;
    errno = 0;
    double d = strtod(text, &end);
    if (d != d) d = 0;
    printf("%a %d %d ", d, (int)(end - text), errno);
    float f = strtof(text, &end);
    if (f != f) f = 0;
    printf("%a ", f);
    long double e = strtold(text, &end);
    if (e != e) e = 0;
    printf("%La %d\n", e, (int)(end - text));
}

static void divisions(int a, int b) {
    div_t d = div(a, b);
    ldiv_t l = ldiv(a * 1000000007L, b);
    lldiv_t ll = lldiv(a, b);
    printf("%d %d %ld %ld %lld %lld %d\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem, abs(a));
}

static void scan(const char *text) {
    int i = -7, j = -7, n = -7;
    long l = -7;
    unsigned char uc = 7;
    double d = -7;
    float f = -7;
    char word[16] = "-", set[16] = "-", c[3] = { '-', '-', 0 };
    printf("%d ", sscanf(text, "%d %n%i", &i, &n, &j));
    printf("%d %d %d ", i, j, n);
    printf("%d ", sscanf(text, "%*d%ld", &l));
    printf("%ld ", l);
    printf("%d ", sscanf(text, "%5s", word));
    printf("%s ", word);
    printf("%d ", sscanf(text, "%[0-9a-c]", set));
    printf("%s ", set);
    printf("%d ", sscanf(text, "%lf ,%f", &d, &f));
    printf("%g %g ", d, f);
    printf("%d ", sscanf(text, "%1hhx", &uc));
    printf("%d ", uc);
    printf("%d ", text[0] && text[1] ? sscanf(text, "%2c", c) : 0);
    printf("%s\n", c);
}

static void rounding(double x) {
    double whole;
    int exponent;
    printf("%a %a %a %a %a %a ", floor(x), ceil(x), trunc(x), round(x), rint(x), nearbyint(x));
    printf("%a ", modf(x, &whole));
    printf("%a ", whole);
    printf("%a ", frexp(x, &exponent));
    printf("%d ", exponent);
    printf("%a %a %a ", ldexp(x, 3), scalbn(x, -4), fabs(x));
    printf("%a %a %a ", fmod(x, 0.75), remainder(x, 0.75), copysign(2, x));
    printf("%a %a %a ", fma(x, 3, 1), fdim(x, 1), nextafter(x, 100));
    printf("%ld %lld %a %a ", lround(x), llrint(x), fmax(x, 2), fmin(x, 2));
    printf("%a %d ", sqrtf(x * x), sqrt(x * x) == fabs(x));
    printf("%d %d %d %d\n", isnan(x), isinf(x), isfinite(x), signbit(x) != 0);
}

static void generators(void) {
    for (int i = 0; i < 5; i++) {
        printf("%d ", rand());
        printf("%ld ", random());
    }
    srand(42);
    unsigned seed = 5;
    for (int i = 0; i < 5; i++) printf("%d %d ", rand(), rand_r(&seed));
    srand48(3);
    unsigned short own[3] = { 1, 2, 3 };
    printf("%ld ", lrand48());
    printf("%ld ", mrand48());
    printf("%a ", drand48());
    printf("%ld ", nrand48(own));
    printf("%ld ", jrand48(own));
    printf("%a\n", erand48(own));
}

int main(void) {
    static const int bases[] = { 0, 10, 16, 8, 2, 36 };
    for (unsigned i = 0; i < N; i++) {
        for (unsigned j = 0; j < sizeof bases / sizeof bases[0]; j++) integers(texts[i], bases[j]);
        floats(texts[i]);
    }
    for (int a = -7; a <= 7; a++)
        for (int b = -3; b <= 3; b++)
            if (b) divisions(a, b);
    static const char *const inputs[] = { "12 034 5", "7 x", "abc", "3.5,2.25", "1a2b 3", "-5 0x10", "  99 8" };
    for (unsigned i = 0; i < sizeof inputs / sizeof inputs[0]; i++) scan(inputs[i]);
    static const double numbers[] = { 0.5, -0.5, 1.5, 2.5, -2.5, 3.999, -1e10, 0.1, 7, -8, 123456.789 };
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) rounding(numbers[i]);
    printf("%d %ld %g\n", atoi(" 12x"), atol("-99"), atof("2.5e3"));
    generators();
    return 0;
}
