// The value counts, not its last 64 bits: this is no step back by one.
int printf(const char *, ...);
static int at(const int *p, unsigned long n) {
    return p[n]; //~ pointer-arithmetic
}
int main(void) {
    int a[3] = { 1, 2, 3 };
    return at(a + 1, -1);
}
