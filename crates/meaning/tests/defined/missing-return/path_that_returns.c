// The path taken returns a value; the other one is never taken.
int printf(const char *, ...);
static int sign(int n) {
    if (n < 0)
        return -1;
    if (n >= 0)
        return n > 0;
}
int main(void) {
    printf("%d %d %d\n", sign(-3), sign(0), sign(3));
    return 0;
}
