// dialect: gnu
// The elements of an array whose type has a lower alignment by its typedef may be anywhere, and pointers to that type
// lead to them.
int printf(const char *, ...);

typedef unsigned unaligned __attribute__((aligned(1)));

struct odd {
    char c;
    unaligned a[3];
} object;

static unsigned read(unaligned *p) { return *p; }

int main(void) {
    unsigned sum = 0;
    for (int i = 0; i < 3; i++) {
        object.a[i] = 0x10000 + i;
        sum += read(&object.a[i]) + object.a[i];
    }
    unaligned *p = object.a;
    printf("%u %u\n", sum, p[1]);
    return 0;
}
