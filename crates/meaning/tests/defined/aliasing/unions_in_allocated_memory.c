// Members of a union, elements of its arrays and the union as a whole go with each other's stores, also behind copies (6.5p7).
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void *memcpy(void *, const void *, __SIZE_TYPE__);
union number { int i; float f; struct { short low, high; } s; unsigned char bytes[4]; };
struct tagged { int tag; union number number; };
int main(void) {
    struct tagged *one = malloc(sizeof *one), *other = malloc(sizeof *other), last;
    if (!one || !other) return 0;
    one->tag = 1;
    one->number.f = 1;
    int bits = one->number.i;
    one->number.s.low = 1;
    one->number.s.high = 2;
    *other = *one;
    memcpy(one, other, sizeof *one);
    last = *one;
    printf("%x %x %x\n", bits, other->number.i, last.number.i + one->number.bytes[2]);
    return 0;
}
