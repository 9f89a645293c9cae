// dialect: gnu
// The compiler takes the object as written by the `asm`, which does nothing: what it holds is not specified.
int printf(const char *, ...);
static int x = 5;
int main(void)
{
    __asm__("nop" : "=m"(x));
    printf("%d\n", x);
    return 0;
}
