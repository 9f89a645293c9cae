// dialect: gnu
// flags: -frounding-math
// Rounding directions (C11 7.6.3), which GCC takes notice of by -frounding-math.
int printf(const char *, ...);
int fesetround(int);
int fegetround(void);

enum { NEAREST = 0, DOWNWARD = 0x400, UPWARD = 0x800, TOWARD_ZERO = 0xc00 };

static volatile double one = 1, three = 3;
static volatile long odd = (1L << 53) + 1;

int main(void)
{
    static const int directions[] = {NEAREST, DOWNWARD, UPWARD, TOWARD_ZERO};
    for (int i = 0; i < 4; i++) {
        int failed = fesetround(directions[i]), found = fegetround();
        volatile double third = one / three, minus = -one / three, large = odd;
        volatile float narrow = third;
        fesetround(NEAREST);
        printf("%d %x %a %a %.0f %a\n", failed, (unsigned)found, third, minus, large, narrow);
    }
    printf("%d\n", fesetround(7));
    return 0;
}
