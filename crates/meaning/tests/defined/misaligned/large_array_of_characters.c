// dialect: gnu
// The ABI of x86-64 aligns an array of static storage duration of 16 bytes or more to 16 bytes, and GCC goes by it.
int printf(const char *, ...);

static char odd, large[32];

int main(void)
{
    static char more[17];
    long *p = (long *)(large + 8), *q = (long *)more;
    *p = 1;
    *q = 2;
    odd = 3;
    printf("%ld\n", *p + *q + odd);
    return 0;
}
