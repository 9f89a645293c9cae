// The overflowing expressions are never evaluated (6.5.3.4p2, 6.5.13p4, 6.5.15p4).
int printf(const char *, ...);
int main(void) {
    int x = 2147483647, zero = 0;
    printf("%d ", (int)sizeof(x + 1));
    printf("%d ", zero && x + 1);
    printf("%d\n", zero ? x + 1 : 5);
    return 0;
}
