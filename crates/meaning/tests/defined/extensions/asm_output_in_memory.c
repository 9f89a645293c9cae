// dialect: gnu
// An output in memory that no instruction writes has no value until it is stored to; a clobbered register is nobody's.
int printf(const char *, ...);
static int a, b;
static int f(int n)
{
    int x = n;
    __asm__("nop" : "=m"(x), "=m"(b) : "m"(x));
    __asm__("movq %%rsp, %%r10" : : : "r10");
    b = 2;
    __asm__("" : "=m"(a));
    return x;
}
int main(void)
{
    a = f(20);
    printf("%d %d\n", a, b);
    return 0;
}
