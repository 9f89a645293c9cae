// >> of a negative value is implementation-defined: sign extension with GCC and Clang (6.5.7p5).
int printf(const char *, ...);
int main(void) {
    int x = -8;
    printf("%d %d\n", x >> 1, x >> 31);
    return 0;
}
