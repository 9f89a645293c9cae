/* What this program prints, it prints with every flag that does not change the meaning of programs; flags that do change
   something here. It is defined, and so is each number that it prints. */
int printf(const char *, ...);

enum small { A, B };
struct mixed { char c; double d; short s; };
struct bits { int low : 3; unsigned high : 5; int rest : 24; };
struct big { long a[4]; };
union word { float f; unsigned u; };

static volatile int one = 1, zero = 0, many = 37;
static volatile double tenth = 0.1, third = 3.0, huge = 1e308, tiny = 4.9406564584124654e-324;

static int collatz(unsigned n) { int steps = 0; while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; steps++; } return steps; }
static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static struct big twice(struct big b) { for (int i = 0; i < 4; i++) b.a[i] *= 2; return b; }
static int chosen(int n) { switch (n & 7) { case 0: return 3; case 1: return 5; case 2: return 8; case 5: return 13; default: return 21; } }
static double mean(const double *d, int n) { double sum = 0; for (int i = 0; i < n; i++) sum += d[i]; return sum / n; }

static int sum_of(int n, ...)
{
    __builtin_va_list list;
    int sum = 0;
    __builtin_va_start(list, n);
    while (n-- > 0)
        sum += __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return sum;
}

static void integers(void)
{
    unsigned short table[64];
    unsigned hash = 2166136261u;
    for (int i = 0; i < 64; i++)
        table[i] = (unsigned short)(i * i * many);
    for (int i = 0; i < 64; i++)
        hash = (hash ^ table[(i * 29) & 63]) * 16777619u;
    printf("hash %x, collatz %d, fib %ld, sum %d\n", hash, collatz(27), fib(15 + zero), sum_of(4, one, 2, many, 4));
    for (int i = 0; i < 9; i++)
        printf("%d ", chosen(i * many));
    struct big b = { { one, 2, many, -4 } };
    b = twice(twice(b));
    printf("%ld %ld %ld %ld\n", b.a[0], b.a[1], b.a[2], b.a[3]);
    /* Overflow without sign, and shifts. */
    unsigned long long wide = ~0ull / (unsigned)many;
    printf("%llx %llx %x\n", wide * wide, wide >> (many & 31), (unsigned)(unsigned char)(200 + many * 2));
}

static void types(void)
{
    struct bits b = { 0, 0, 0 };
    char c = (char)(200 + zero);
    b.low = 2 + zero;
    b.high = 31;
    b.rest = -many;
    printf("%d %d %d %d\n", c < 0, b.low, b.high, b.rest);
    printf("%d %d %d %d\n", (int)sizeof(enum small), (int)sizeof L"x", (int)sizeof(struct mixed), (int)sizeof(struct bits));
}

/* Sums in their order, negative zeros, numbers that are none, and the least that there are. */
static void floats(void)
{
    double d[32], nan = zero / tenth - (huge * 10) * zero;
    union word word;
    for (int i = 0; i < 32; i++)
        d[i] = tenth * i / third + (i % 5 ? 1e16 : -1e16);
    printf("%a %a\n", mean(d, 32), mean(d + 5, many - 20));
    printf("%a %a %a\n", tenth * third - 0.3, (tenth + third) - third, third / many);
    printf("%a %d %d %d\n", 0.0 - zero * -tenth, 1 / -(zero * tenth) < 0, nan != nan, huge * 10 > huge);
    printf("%a %a\n", tiny + tiny, tenth * tenth + third * third);
    word.f = (float)tenth * 3.0f + 0.1f;
    printf("%x %a\n", word.u, tenth + 0.1f);
}

int main(void)
{
    integers();
    types();
    floats();
    return 0;
}
