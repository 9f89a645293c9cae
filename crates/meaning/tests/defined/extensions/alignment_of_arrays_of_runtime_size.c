// dialect: gnu
// The attribute `aligned` holds for arrays of run-time size, and `__builtin_alloca_with_align` counts in bits (GNU).
int printf(const char *, ...);

static int check(int n)
{
    char small[n];
    char large[n] __attribute__((aligned(64)));
    char *p = __builtin_alloca_with_align(n, 1024);
    small[0] = large[0] = p[0] = 1;
    return (unsigned long)large % 64 == 0 && (unsigned long)p % 128 == 0;
}

int main(void)
{
    printf("%d %d\n", check(3), check(37));
    return 0;
}
