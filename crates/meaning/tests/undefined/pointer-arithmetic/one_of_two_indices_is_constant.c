static long *chosen(long *p, int small, unsigned long other) {
    return p + (small ? other : 1ul); //~ pointer-arithmetic
}
int main(void) {
    long a[2] = { 1, 2 };
    return (int)*chosen(a + 1, 1, -1ul);
}
