// dialect: gnu
// GCC computes `llabs` by itself, also where the program has another one.
int printf(const char *, ...);
long long llabs(long long);
int main(void)
{
    volatile long long x = -5;
    printf("%lld\n", llabs(x));
    return 0;
}
long long llabs(long long x)
{
    printf("not here\n");
    return x;
}
