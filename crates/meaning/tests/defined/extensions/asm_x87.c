// dialect: gnu
// Instructions of the x87 that are functions of the library.
int printf(const char *, ...);
static long double square_root(long double x)
{
    long double result;
    __asm__ volatile("fsqrt" : "=t"(result) : "0"(x));
    return result;
}
static long double angle(long double y, long double x)
{
    long double result;
    __asm__("fpatan\n\t" : "=t"(result) : "0"(x), "u"(y) : "st(1)");
    return result;
}
int main(void)
{
    printf("%Lg %Lg\n", square_root(2.25L), square_root(0));
    printf("%Lg %Lg\n", angle(0, 1), angle(-0.0L, 1));
    return 0;
}
