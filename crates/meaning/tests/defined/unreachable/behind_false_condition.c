// The branch is not taken.
int printf(const char *, ...);
int main(void) {
    int n = 1;
    if (n == 2)
        __builtin_unreachable();
    printf("%d\n", n);
    return 0;
}
