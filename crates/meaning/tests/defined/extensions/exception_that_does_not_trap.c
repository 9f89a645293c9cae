// dialect: gnu
// `feenableexcept` of glibc: exceptions that are not raised do not end the program.
int printf(const char *, ...);
int feenableexcept(int);
int fedisableexcept(int);
int fegetexcept(void);

static volatile double one = 1, three = 3, result;

int main(void)
{
    printf("%d ", feenableexcept(1 | 4));
    result = one / three;
    printf("%d ", fegetexcept());
    printf("%d ", fedisableexcept(4));
    printf("%d\n", fegetexcept());
    return 0;
}
