// dialect: gnu
// GCC computes with a bit-field that does not fit into `int` in a type of its width.
int printf(const char *, ...);

struct s { unsigned long long a : 40; long long b : 40; unsigned long long c : 33; } x = { 0xffffffffff, -1, 1 };

int main(void)
{
    printf("%d%d%d ", x.a + 1 == 0, x.a == -1, x.c - 2 == 0x1ffffffff);
    printf("%d%d ", (x.a << 4) == 0xfffffffff0, x.a + 1ull == 0);
    printf("%llx %llx %llx\n", (unsigned long long)~x.a, (unsigned long long)-x.c, (unsigned long long)(x.b * 2));
    x.a += 5;
    x.c <<= 33 - 1;
    printf("%llx %llx\n", (unsigned long long)x.a, (unsigned long long)(x.c << 1));
    return 0;
}
