// dialect: gnu
// Floating-point exceptions (C11 7.6) as GCC has them without FENV_ACCESS, by its default -ftrapping-math.
int printf(const char *, ...);
int feclearexcept(int);
int fetestexcept(int);

enum { INVALID = 1, BY_ZERO = 4, OVERFLOW = 8, UNDERFLOW = 16, INEXACT = 32, ALL = 61 };

static volatile double one = 1, three = 3, zero, huge = 1e308, tiny = 1e-308, result;
static volatile int truth;

static void show(const char *what)
{
    printf("%s %d\n", what, fetestexcept(ALL));
    feclearexcept(ALL);
}

int main(void)
{
    volatile double nan = __builtin_nan("");
    feclearexcept(ALL);
    result = one / three;
    show("quotient");
    result = one / zero;
    show("division by zero");
    result = zero / zero > 0;
    show("no quotient");
    result = huge * huge;
    show("overflow");
    result = tiny / huge;
    show("underflow");
    result = one + three;
    show("exact");
    truth = nan == one;
    show("equal");
    truth = nan < one;
    show("less");
    truth = __builtin_isless(nan, one);
    show("isless");
    truth = (int)(one / three);
    show("truncated");
    result = one / three;
    feclearexcept(INEXACT);
    printf("cleared %d\n", fetestexcept(UNDERFLOW | BY_ZERO | OVERFLOW | INVALID | INEXACT));
    return 0;
}
