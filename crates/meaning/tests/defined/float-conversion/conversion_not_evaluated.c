// The conversion stands behind its guard (6.5.15p4).
int printf(const char *, ...);
static int saturate(double d) {
    return d >= 2147483647.0 ? 2147483647 : (int)d;
}
int main(void) {
    printf("%d %d\n", saturate(1e30), saturate(-7.9));
    return 0;
}
