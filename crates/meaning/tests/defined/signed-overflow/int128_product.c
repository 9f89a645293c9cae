// The product of two 63-bit values fits __int128.
int printf(const char *, ...);
int main(void) {
    __int128 x = 9223372036854775807LL;
    x = x * x;
    printf("%llu %lld\n", (unsigned long long)x, (long long)(x >> 64));
    return 0;
}
