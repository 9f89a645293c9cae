/* What the C library of this machine answers. Requests come on standard input, one per line, as words with a
   letter first; bytes and encodings of numbers are in hexadecimal. Each gets one line of answer. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *words[64];
static int n_words;
static char buffer[1 << 20];

/* Bytes from hexadecimal, "-" for none, and a null character. */
static size_t unhex(const char *text, char *out) {
  size_t n = 0;
  unsigned byte;
  if (*text == '-') { out[0] = 0; return 0; }
  for (; sscanf(text + 2 * n, "%2x", &byte) == 1 && text[2 * n]; n++) out[n] = (char)byte;
  out[n] = 0;
  return n;
}

static void hex(const void *bytes, size_t n) {
  const unsigned char *p = bytes;
  if (n == 0) putchar('-');
  for (size_t i = 0; i < n; i++) printf("%02x", p[i]);
}

typedef union { float f; double d; long double l; _Float128 q; unsigned __int128 bits; } Number;

/* An encoding of up to 32 hexadecimal digits. */
static Number number(const char *text) {
  Number x;
  x.bits = 0;
  for (; *text; text++) x.bits = x.bits << 4 | (*text <= '9' ? *text - '0' : *text - 'a' + 10);
  return x;
}

/* An encoding, without padding. */
static void show(char format, Number x) {
  int n = format == 'f' ? 4 : format == 'd' ? 8 : format == 'l' ? 10 : 16;
  printf(" ");
  for (int i = n - 1; i >= 0; i--) printf("%02x", (unsigned)(x.bits >> (8 * i)) & 255);
}

/* P kind n_stars star star format value: printf. */
#define PRINT(value) \
  (stars == 0 ? snprintf(buffer, sizeof buffer, format, value) \
   : stars == 1 ? snprintf(buffer, sizeof buffer, format, star[0], value) \
                : snprintf(buffer, sizeof buffer, format, star[0], star[1], value))

static void do_print(void) {
  char format[256], text[256];
  int stars = atoi(words[2]), star[2] = {atoi(words[3]), atoi(words[4])}, n = -1;
  unhex(words[5], format);
  Number x = number(words[1][0] == 's' ? "0" : words[6]);
  switch (words[1][0]) {
    case 'i': n = PRINT((int)x.bits); break;
    case 'j': n = PRINT((long)x.bits); break;
    case 'd': n = PRINT(x.d); break;
    case 'l': n = PRINT(x.l); break;
    case 'q': n = strfromf128(buffer, sizeof buffer, format, x.q); break;
    case 'p': n = PRINT((void *)(unsigned long)x.bits); break;
    case 's': unhex(words[6], text); n = PRINT(text); break;
  }
  hex(buffer, n < 0 ? 0 : (size_t)n);
}

/* I signed bits base text: strtol and its relatives. */
static void do_strtol(void) {
  char text[4096], *end;
  int is_signed = words[1][0] == 's', base = atoi(words[3]);
  unhex(words[4], text);
  errno = 0;
  unsigned long value;
  if (words[2][0] == '6') value = is_signed ? (unsigned long)strtol(text, &end, base) : strtoul(text, &end, base);
  else value = is_signed ? (unsigned long)strtoll(text, &end, base) : strtoull(text, &end, base);
  int out_of_range = errno == ERANGE;
  printf("%lx %d %d %d", value, (int)(end - text), out_of_range, atoi(text));
}

/* F format text: strtod and its relatives. */
static void do_strtod(void) {
  static char text[1 << 16];
  char *end;
  unhex(words[2], text);
  Number x;
  x.bits = 0;
  errno = 0;
  switch (words[1][0]) {
    case 'f': x.f = strtof(text, &end); break;
    case 'd': x.d = strtod(text, &end); break;
    case 'l': x.l = strtold(text, &end); x.bits &= ((unsigned __int128)1 << 80) - 1; break;
    default: x.q = strtof128(text, &end); break;
  }
  printf("%d %d", (int)(end - text), errno == ERANGE);
  show(words[1][0], x);
}

/* S format text: sscanf with four arguments that can hold anything. */
static void do_scan(void) {
  static char format[4096], text[4096];
  static char slots[4][256] __attribute__((aligned(16)));
  unhex(words[1], format);
  unhex(words[2], text);
  memset(slots, 0xa5, sizeof slots);
  printf("%d", sscanf(text, format, slots[0], slots[1], slots[2], slots[3]));
  for (int i = 0; i < 4; i++) {
    printf(" ");
    hex(slots[i], 40);
  }
}

/* M name format x y z n: the functions of math.h. */
#define UNARY(name) \
  if (!strcmp(words[1], #name)) { \
    switch (format) { \
      case 'f': r.f = name##f(x.f); break; \
      case 'd': r.d = name(x.d); break; \
      case 'l': r.l = name##l(x.l); break; \
      default: r.q = name##f128(x.q); \
    } \
    show(format, r); \
    return; \
  }
#define BINARY(name) \
  if (!strcmp(words[1], #name)) { \
    switch (format) { \
      case 'f': r.f = name##f(x.f, y.f); break; \
      case 'd': r.d = name(x.d, y.d); break; \
      case 'l': r.l = name##l(x.l, y.l); break; \
      default: r.q = name##f128(x.q, y.q); \
    } \
    show(format, r); \
    return; \
  }
#define SCALE(name) \
  if (!strcmp(words[1], #name)) { \
    switch (format) { \
      case 'f': r.f = name##f(x.f, n); break; \
      case 'd': r.d = name(x.d, n); break; \
      case 'l': r.l = name##l(x.l, n); break; \
      default: r.q = name##f128(x.q, n); \
    } \
    show(format, r); \
    return; \
  }
#define TO_LONG(name) \
  if (!strcmp(words[1], #name)) { \
    long k; \
    switch (format) { \
      case 'f': k = name##f(x.f); break; \
      case 'd': k = name(x.d); break; \
      case 'l': k = name##l(x.l); break; \
      default: k = name##f128(x.q); \
    } \
    printf(" %ld", k); \
    return; \
  }
/* Functions with a second result of type type. */
#define SECOND(name, type, f_call, d_call, l_call, q_call) \
  if (!strcmp(words[1], #name)) { \
    type k = 0; \
    switch (format) { \
      case 'f': r.f = f_call; break; \
      case 'd': r.d = d_call; break; \
      case 'l': r.l = l_call; break; \
      default: r.q = q_call; \
    } \
    show(format, r); \
    printf(" %d", (int)k); \
    return; \
  }

static void do_math(void) {
  char format = words[2][0];
  Number x = number(words[3]), y = number(words[4]), z = number(words[5]), r, k;
  int n = atoi(words[6]);
  r.bits = k.bits = 0;
  UNARY(sqrt) UNARY(fabs) UNARY(floor) UNARY(ceil) UNARY(trunc) UNARY(round) UNARY(roundeven) UNARY(rint)
  UNARY(nearbyint) UNARY(logb) UNARY(sin) UNARY(cos) UNARY(tan) UNARY(asin) UNARY(acos) UNARY(atan) UNARY(sinh)
  UNARY(cosh) UNARY(tanh) UNARY(asinh) UNARY(acosh) UNARY(atanh) UNARY(exp) UNARY(exp2) UNARY(exp10) UNARY(expm1)
  UNARY(log) UNARY(log2) UNARY(log10) UNARY(log1p) UNARY(cbrt) UNARY(erf) UNARY(erfc) UNARY(tgamma) UNARY(lgamma)
  BINARY(fmod) BINARY(remainder) BINARY(copysign) BINARY(nextafter) BINARY(fdim) BINARY(fmax) BINARY(fmin)
  BINARY(pow) BINARY(hypot) BINARY(atan2)
  SCALE(ldexp) SCALE(scalbn) SCALE(scalbln)
  TO_LONG(lrint) TO_LONG(llrint) TO_LONG(lround) TO_LONG(llround) TO_LONG(ilogb)
  SECOND(frexp, int, frexpf(x.f, &k), frexp(x.d, &k), frexpl(x.l, &k), frexpf128(x.q, &k))
  SECOND(remquo, int, remquof(x.f, y.f, &k), remquo(x.d, y.d, &k), remquol(x.l, y.l, &k), remquof128(x.q, y.q, &k))
  if (!strcmp(words[1], "modf")) {
    switch (format) {
      case 'f': r.f = modff(x.f, &k.f); break;
      case 'd': r.d = modf(x.d, &k.d); break;
      case 'l': r.l = modfl(x.l, &k.l); break;
      default: r.q = modff128(x.q, &k.q);
    }
    show(format, r);
    show(format, k);
  } else if (!strcmp(words[1], "fma")) {
    switch (format) {
      case 'f': r.f = fmaf(x.f, y.f, z.f); break;
      case 'd': r.d = fma(x.d, y.d, z.d); break;
      case 'l': r.l = fmal(x.l, y.l, z.l); break;
      default: r.q = fmaf128(x.q, y.q, z.q);
    }
    show(format, r);
  } else if (!strcmp(words[1], "nexttoward")) {
    switch (format) {
      case 'f': r.f = nexttowardf(x.f, y.l); break;
      case 'd': r.d = nexttoward(x.d, y.l); break;
      default: r.l = nexttowardl(x.l, y.l);
    }
    show(format, r);
  } else if (!strcmp(words[1], "fpclassify")) {
    int c;
    switch (format) {
      case 'f': c = fpclassify(x.f); break;
      case 'd': c = fpclassify(x.d); break;
      case 'l': c = fpclassify(x.l); break;
      default: c = fpclassify(x.q);
    }
    printf(" %d", c);
  } else {
    printf(" unknown");
  }
}

/* R seed: the first numbers of every generator. */
static void do_random(void) {
  unsigned seed = strtoul(words[1], 0, 10), state = seed;
  srand(seed);
  for (int i = 0; i < 50; i++) printf("%d ", rand());
  srandom(seed);
  for (int i = 0; i < 5; i++) printf("%ld ", random());
  for (int i = 0; i < 20; i++) printf("%d ", rand_r(&state));
  printf("%u ", state);
  srand48(seed);
  for (int i = 0; i < 5; i++) {
    printf("%a ", drand48());
    printf("%ld ", lrand48());
    printf("%ld ", mrand48());
  }
  unsigned short x[3] = {seed, seed >> 16, 77}, p[7] = {1, 2, seed, 4, 5, 6, seed >> 16};
  printf("%a ", erand48(x));
  printf("%ld ", nrand48(x));
  printf("%ld ", jrand48(x));
  printf("%u %u %u ", x[0], x[1], x[2]);
  lcong48(p);
  printf("%ld", lrand48());
}

/* B value: the integer builtins, for 32 and 64 bits; those that are undefined for zero only elsewhere. */
static void do_bits(void) {
  unsigned long x = strtoul(words[1], 0, 16);
  unsigned y = (unsigned)x;
  unsigned __int128 wide = (unsigned __int128)x << 64 | ~x, swapped = __builtin_bswap128(wide);
  if (y) printf("%d %d ", __builtin_clz(y), __builtin_ctz(y));
  if (x) printf("%d %d ", __builtin_clzl(x), __builtin_ctzl(x));
  printf("%d %d %d %d %x ", __builtin_clrsb((int)y), __builtin_ffs((int)y), __builtin_popcount(y), __builtin_parity(y),
         __builtin_bswap32(y));
  printf("%d %d %d %d %lx ", __builtin_clrsbl((long)x), __builtin_ffsl((long)x), __builtin_popcountl(x),
         __builtin_parityl(x), __builtin_bswap64(x));
  printf("%x %lx %lx", __builtin_bswap16(x), (unsigned long)(swapped >> 64), (unsigned long)swapped);
}

/* C: ctype.h for EOF and all bytes. */
static void do_ctype(void) {
  for (int c = -1; c < 256; c++) {
    printf("%d%d%d%d%d%d%d%d%d%d%d%d %d %d ", !!isalnum(c), !!isalpha(c), !!isblank(c), !!iscntrl(c), !!isdigit(c),
           !!isgraph(c), !!islower(c), !!isprint(c), !!ispunct(c), !!isspace(c), !!isupper(c), !!isxdigit(c), toupper(c),
           tolower(c));
  }
}

int main(void) {
  static char line[1 << 18];
  while (fgets(line, sizeof line, stdin)) {
    n_words = 0;
    for (char *word = strtok(line, " \n"); word && n_words < 64; word = strtok(NULL, " \n")) words[n_words++] = word;
    if (n_words == 0) continue;
    switch (words[0][0]) {
      case 'P': do_print(); break;
      case 'I': do_strtol(); break;
      case 'F': do_strtod(); break;
      case 'S': do_scan(); break;
      case 'M': do_math(); break;
      case 'R': do_random(); break;
      case 'B': do_bits(); break;
      case 'C': do_ctype(); break;
    }
    putchar('\n');
  }
  return 0;
}
