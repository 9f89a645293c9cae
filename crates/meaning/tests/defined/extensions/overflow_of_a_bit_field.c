// dialect: gnu
// The width of the bit-field counts, and its sign; the effects of naming it are evaluated.
int printf(const char *, ...);
struct bits {
    signed int s3 : 3;
    unsigned int u4 : 4;
} bits;
static int n;
static struct bits *next(void)
{
    n++;
    return &bits;
}
int main(void)
{
    volatile int a = 5, b = 10, three = 3;
    printf("%d%d", __builtin_add_overflow_p(a, b, bits.u4), __builtin_add_overflow_p(a + 1, b, bits.u4));
    printf("%d%d", __builtin_sub_overflow_p(a, b, bits.u4), __builtin_sub_overflow_p(-1, three, bits.s3));
    printf("%d%d", __builtin_mul_overflow_p(three, 1, bits.s3), __builtin_mul_overflow_p(three, 2, next()->s3));
    printf("%d %d\n", __builtin_add_overflow_p(8, 8, bits.u4), n);
    return 0;
}
