// flags: -fwrapv
// With -fwrapv, which GCC and Clang both document, signed arithmetic wraps.
int printf(const char *, ...);
int main(void) {
    int x = 2147483647;
    x = x + 1;
    printf("%d %d\n", x, -x);
    return 0;
}
