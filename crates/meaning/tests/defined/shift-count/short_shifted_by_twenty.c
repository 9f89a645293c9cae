// A short is promoted to int before the count is looked at (6.5.7p3).
int printf(const char *, ...);
int main(void) {
    short s = 5;
    printf("%d %d\n", s << 20, s >> 20);
    return 0;
}
