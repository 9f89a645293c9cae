// dialect: gnu
// 6.5.2.2p10: whether exceptions are cleared before they are asked for is left open.
int printf(const char *, ...);
int feclearexcept(int);
int fetestexcept(int);

static volatile double one = 1, zero;

int main(void)
{
    volatile double result = one;
    result /= zero;
    printf("%d\n", fetestexcept(4) + feclearexcept(4)); //~ unspecified
    return 0;
}
