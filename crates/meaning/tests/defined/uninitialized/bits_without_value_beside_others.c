// dialect: gnu
// Reading an integer of which some bits have no value leaves those that have one as they are (C11 6.2.6.1; GCC documents that all
// bit patterns are values).
int printf(const char *, ...);

union u { struct { unsigned a : 1, b : 3, c : 20; } bits; unsigned whole; };

int main(void)
{
    union u x, *p = &x;
    p->bits.b = 5;
    unsigned copy = p->whole;
    printf("%d %d\n", p->bits.b, copy >> 1 & 7);
    return 0;
}
