// INT_MAX - 1 + 1 and LONG_MIN + 1 - 1 stay in range at every step (6.5p5).
int printf(const char *, ...);
int main(void) {
    int x = 2147483646;
    long y = -9223372036854775807L;
    x += 1;
    y -= 1;
    printf("%d %ld\n", x, y);
    return 0;
}
