// dialect: gnu
// The attribute `optimize` turns strict aliasing off for one function (GNU).
int printf(const char *, ...);
int value = 1;
float *other = (float *)&value;

__attribute__((noinline, optimize("-fno-strict-aliasing"))) static void clear(void) { *other = 0; }

int main(void)
{
    clear();
    printf("%d\n", value);
    return 0;
}
