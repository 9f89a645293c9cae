// dialect: gnu
// Numbers in a structure with `scalar_storage_order` have their bytes the other way round, its bit-fields count from the
// highest bit; pointers, characters and members that are structures of their own do not change.
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);

enum colour { RED = 1, GREEN = 0x1234567 };

struct __attribute__((scalar_storage_order("little-endian"))) native { short s, t; int i; };

struct __attribute__((scalar_storage_order("big-endian"))) numbers {
    char c;
    _Bool b;
    short s;
    int i;
    long l;
    enum colour e;
    float f;
    double d;
    unsigned __int128 wide;
    int a[2][3];
    unsigned short text[4];
    int *p;
    struct native n;
};

struct __attribute__((scalar_storage_order("big-endian"))) fields {
    unsigned a : 3;
    signed b : 7;
    unsigned c : 22;
    unsigned rest : 32;
    unsigned long d : 41;
    signed long e : 19;
    unsigned short f : 1;
    _Bool g : 1;
    unsigned short h : 2;
};

#pragma scalar_storage_order big-endian
struct by_pragma { int i; };
#pragma scalar_storage_order default
union __attribute__((scalar_storage_order("big-endian"))) word { unsigned u; unsigned char bytes[4]; };

int target;
struct numbers fixed = {
    'x', 1, 0x0102, -2, 0x0102030405060708, GREEN, 1.5f, -2.25, (unsigned __int128)0x1122334455667788 << 64 | 0x99,
    { { 1, 2, 3 }, { 4, 5, 0x01020304 } }, { [1 ... 2] = 0xabcd }, 0, { 0x0304, 0x0506, 0x05060708 },
};
struct fields bits = { 5, -3, 0x2abcde, 0, 0x1ffffffff, -200000, 1, 0, 1 };

static void dump(const char *what, const void *object, int size) {
    printf("%s", what);
    for (const unsigned char *p = object; size > 0; p++, size--) printf(" %02x", *p);
    printf("\n");
}

int main(void) {
    fixed.p = &target;
    dump("numbers", &fixed, __builtin_offsetof(struct numbers, p));
    dump("native", &fixed.n, sizeof fixed.n);
    printf("%d %d %d %d %lx %d %g %g\n", fixed.c, fixed.b, fixed.s, fixed.i, fixed.l, fixed.e == GREEN, fixed.f, fixed.d);
    printf("%lx %lx %d\n", (long)(fixed.wide >> 64), (long)fixed.wide, fixed.p == &target);
    struct numbers copy = fixed;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++) copy.a[i][j] *= 10 + j;
    copy.s += 0x10;
    copy.i++;
    copy.l <<= 4;
    copy.f /= 4;
    copy.d -= 1;
    copy.wide += 0x67;
    copy.text[3] = copy.text[1] - 1;
    copy.n.i = copy.i;
    dump("copy", &copy, __builtin_offsetof(struct numbers, p));
    printf("%d %d %d\n", copy.a[1][2], copy.n.i, copy.n.s);

    dump("fields", &bits, sizeof bits);
    printf("%u %d %x %lx %d %d %d\n", bits.a, bits.b, bits.c, (long)bits.d, (int)bits.e, bits.f, bits.g);
    bits.a = 2;
    bits.b -= 60;
    bits.c ^= 0xfff;
    bits.d++;
    bits.e /= 3;
    bits.g = 1;
    dump("fields", &bits, sizeof bits);
    printf("%u %d %x %lx %d %d %d\n", bits.a, bits.b, bits.c, (long)bits.d, (int)bits.e, bits.f, bits.g);

    struct by_pragma one = { 1 };
    dump("pragma", &one, sizeof one);
    union word word = { .u = 0x01020304 };
    printf("%d %d\n", word.bytes[0], word.bytes[3]);
    memcpy(&word, &one, sizeof word);
    printf("%u\n", word.u);
    return 0;
}
