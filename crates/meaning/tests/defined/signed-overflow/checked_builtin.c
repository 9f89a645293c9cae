// __builtin_add_overflow computes in infinite precision and tells whether the result fitted.
int printf(const char *, ...);
int main(void) {
    int sum;
    _Bool overflowed = __builtin_add_overflow(2147483647, 1, &sum);
    printf("%d %d\n", overflowed, sum);
    return 0;
}
