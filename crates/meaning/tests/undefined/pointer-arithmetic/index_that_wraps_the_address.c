// The product of the index and the size wraps around to the same address, but the element does not exist (6.5.6p8).
int main(void) {
    int a[4] = { 0 };
    unsigned long n = 1UL << 62;
    int *p = a + n; //~ pointer-arithmetic
    return p != a;
}
