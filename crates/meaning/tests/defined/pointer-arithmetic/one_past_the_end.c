// One past the end is the farthest allowed, for arrays and for single objects (6.5.6p7, 6.5.6p8).
int printf(const char *, ...);
int main(void) {
    int a[4], x;
    int *p = a + 4, *q = &x + 1;
    printf("%d %d\n", (int)(p - a), (int)(q - &x));
    return 0;
}
