/* What every C compiler must get right before kiln uses it. Each result depends on a value that the compiler cannot know. */
int printf(const char *, ...);

struct pair { short a; long b; };

/* Sizes do not tell all machines apart. */
#if defined __x86_64__ && !defined __ILP32__
static const char machine[] = "x86_64";
#elif defined __i386__
static const char machine[] = "i386";
#elif defined __aarch64__ && defined __ORDER_LITTLE_ENDIAN__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static const char machine[] = "aarch64";
#elif defined __riscv && __riscv_xlen == 64
static const char machine[] = "riscv64";
#elif defined __arm__ && !defined __ARMEB__
static const char machine[] = "arm";
#else
static const char machine[] = "other";
#endif

static volatile int seed = 12345;

static struct pair swap(struct pair p)
{
    struct pair q;
    q.a = (short)p.b;
    q.b = p.a;
    return q;
}

static unsigned sum(const unsigned char *bytes, int n)
{
    unsigned total = 0;
    int i;
    for (i = 0; i < n; i++)
        total = total * 31u + bytes[i];
    return total;
}

int main(void)
{
    unsigned char bytes[64];
    struct pair p;
    unsigned long long wide = 1;
    double d = seed;
    int i, right;

    for (i = 0; i < 64; i++)
        bytes[i] = (unsigned char)(seed >> (i % 13));
    for (i = 0; i < 40; i++)
        wide = wide * 3 + (unsigned)seed;
    p.a = 7;
    p.b = seed;
    p = swap(p);
    d = d * 0.5 + 1.0;
    right = sum(bytes, 64) == 0x8147461cu && wide == 0xc2307b52baf03fb1ull && p.a == 12345 && p.b == 7 && d == 6173.5;
    printf("char %d short %d int %d long %d pointer %d long double %d %s %s\n", (int)sizeof(char), (int)sizeof(short),
           (int)sizeof(int), (int)sizeof(long), (int)sizeof(void *), (int)sizeof(long double),
           (char)-1 < 0 ? "signed" : "unsigned", machine);
    if (!right)
        printf("%x %llx %d %ld %d\n", sum(bytes, 64), wide, p.a, p.b, d == 6173.5);
    printf(right ? "right\n" : "wrong\n");
    return 0;
}
