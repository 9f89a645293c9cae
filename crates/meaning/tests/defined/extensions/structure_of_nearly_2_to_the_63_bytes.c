// dialect: gnu
// Sizes and offsets are exact up to 2^63, as GCC has them; there can be no such object.
int printf(const char *, ...);
struct huge {
    short elements[(1L << 62) - 256];
    int a;
    unsigned b : 3, c : 30;
    char d;
};
int main(void)
{
    printf("%lx %lx\n", (unsigned long)sizeof(struct huge), (unsigned long)__builtin_offsetof(struct huge, d));
    printf("%lx\n", (unsigned long)&((struct huge *)0)->a);
    printf("%ld\n", (long)(sizeof(struct huge) - __builtin_offsetof(struct huge, a)));
    return 0;
}
