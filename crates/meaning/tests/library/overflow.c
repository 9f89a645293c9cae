/* Overflow builtins: all combinations of types, at the ends of their ranges. */
int printf(const char *, ...);
typedef signed char sc;
typedef unsigned char uc;
typedef short ss;
typedef unsigned u;
typedef long l;
typedef unsigned long ul;
typedef __int128 x;
typedef unsigned __int128 ux;

static const x values[] = {
    0, 1, -1, 2, 127, 128, -128, -129, 255, 256, 32767, -32768, 65535, 2147483647, -2147483647 - 1, 2147483648,
    4294967295, 4294967296, 9223372036854775807, -9223372036854775807 - 1, (x)9223372036854775807 + 1,
    (x)18446744073709551615u, (x)18446744073709551615u + 1, ((x)1 << 126) - 1 + ((x)1 << 126),
    -(((x)1 << 126) - 1 + ((x)1 << 126)) - 1, (x)3037000500, 46341,
};
#define N (sizeof values / sizeof values[0])

static unsigned long sum;
static void add(ux n) {
    sum = (sum ^ (unsigned long)n ^ (unsigned long)(n >> 64)) * 1099511628211u;
}

#define TEST(A, B, R)                                                                                               \
    sum = 1469598103934665603u;                                                                                     \
    for (unsigned i = 0; i < N; i++)                                                                                \
        for (unsigned j = 0; j < N; j += 3) {                                                                       \
            A a = (A)values[i];                                                                                     \
            B b = (B)values[j];                                                                                     \
            R r;                                                                                                    \
            add(__builtin_add_overflow(a, b, &r) + 2);                                                              \
            add((ux)r);                                                                                             \
            add(__builtin_sub_overflow(a, b, &r) + 4);                                                              \
            add((ux)r);                                                                                             \
            add(__builtin_mul_overflow(a, b, &r) + 8);                                                              \
            add((ux)r);                                                                                             \
            add(__builtin_add_overflow_p(a, b, (R)0) + __builtin_sub_overflow_p(a, b, (R)0) * 2                     \
                + __builtin_mul_overflow_p(a, b, (R)0) * 4);                                                        \
        }                                                                                                           \
    printf(#A " " #B " " #R " %lx\n", sum);
#define RESULTS(A, B) TEST(A, B, sc) TEST(A, B, uc) TEST(A, B, int) TEST(A, B, u) TEST(A, B, ul) TEST(A, B, x) TEST(A, B, ux)
#define RIGHT(A) RESULTS(A, sc) RESULTS(A, u) RESULTS(A, l) RESULTS(A, ul) RESULTS(A, x) RESULTS(A, ux)

static void typed(void) {
    int s, over;
    unsigned v;
    long sl;
    unsigned long vl;
    long long sll;
    unsigned long long vll;
    for (unsigned i = 0; i < N; i++)
        for (unsigned j = 0; j < N; j++) {
            over = __builtin_sadd_overflow((int)values[i], (int)values[j], &s);
            printf("%d %d ", over, s);
            over = __builtin_ssub_overflow((int)values[i], (int)values[j], &s);
            printf("%d %d ", over, s);
            over = __builtin_smul_overflow((int)values[i], (int)values[j], &s);
            printf("%d %d ", over, s);
            over = __builtin_uadd_overflow((u)values[i], (u)values[j], &v);
            printf("%d %u ", over, v);
            over = __builtin_usub_overflow((u)values[i], (u)values[j], &v);
            printf("%d %u ", over, v);
            over = __builtin_umul_overflow((u)values[i], (u)values[j], &v);
            printf("%d %u ", over, v);
            over = __builtin_saddl_overflow((l)values[i], (l)values[j], &sl);
            printf("%d %ld ", over, sl);
            over = __builtin_usubl_overflow((ul)values[i], (ul)values[j], &vl);
            printf("%d %lu ", over, vl);
            over = __builtin_smulll_overflow((l)values[i], (l)values[j], &sll);
            printf("%d %lld ", over, sll);
            over = __builtin_umulll_overflow((ul)values[i], (ul)values[j], &vll);
            printf("%d %llu ", over, vll);
            printf("\n");
        }
}

static void left_sc(void) { RIGHT(sc) }
static void left_uc(void) { RIGHT(uc) }
static void left_u(void) { RIGHT(u) }
static void left_l(void) { RIGHT(l) }
static void left_ux(void) { RIGHT(ux) }

int main(void) {
    left_sc();
    left_uc();
    left_u();
    left_l();
    left_ux();
    typed();
    return 0;
}
