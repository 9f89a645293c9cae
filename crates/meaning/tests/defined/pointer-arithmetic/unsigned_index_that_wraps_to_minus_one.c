// On a pointer into the middle, (long)-1 is an index like any other.
int printf(const char *, ...);
int main(void) {
    int a[3] = { 1, 2, 3 };
    unsigned zero = 0;
    int *p = a + 1;
    printf("%d %d\n", *(p + -1), *(p + (int)(zero - 1)));
    return 0;
}
