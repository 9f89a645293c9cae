// dialect: gnu
// With GCC a bit-field wider than `int` has a type of its width, and so has the sum (C11 6.5p5).
int printf(const char *, ...);

struct s { long long b : 40; } x = { 0x7fffffffff };

int main(void)
{
    long long sum = x.b + 1; //~ signed-overflow
    printf("%lld\n", sum);
    return 0;
}
