// dialect: gnu
// An asm statement without instructions leaves an operand that is input and output as it is, and a matching constraint
// hands the input to the output (GNU).
int printf(const char *, ...);

int main(void)
{
    int x = 5, y;
    long wide = 0x100000007;
    int *p;
    __asm__("" : "+r"(x));
    __asm__ volatile("" : "=r"(y) : "0"(x + 1) : "memory");
    __asm__("" : "=r"(p) : "0"(&y));
    printf("%d %d", x, *p);
    __asm__("" : "=r"(y) : "0"(wide));
    printf(" %d\n", y);
    return 0;
}
