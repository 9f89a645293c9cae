// The left operand is a 64-bit long long.
int printf(const char *, ...);
int main(void) {
    int count = 40;
    printf("%lld\n", 1LL << count);
    return 0;
}
