// __builtin_ffs(0) is 0.
int printf(const char *, ...);
int main(void) {
    int zero = 0;
    printf("%d %d\n", __builtin_ffs(zero), __builtin_ffs(8));
    return 0;
}
