// &a[9] is a + 9 (6.5.3.2p3, 6.5.6p8).
int main(void) {
    static long a[8];
    int i = 9;
    long *p = &a[i]; //~ pointer-arithmetic
    return p == a;
}
