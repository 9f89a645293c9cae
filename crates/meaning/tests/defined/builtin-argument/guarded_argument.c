// The zero is handled before the builtin is called (6.5.15p4).
int printf(const char *, ...);
static int width(unsigned x) {
    return x ? 32 - __builtin_clz(x) : 0;
}
int main(void) {
    printf("%d %d %d\n", width(0), width(1), width(255));
    return 0;
}
