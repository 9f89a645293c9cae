// The example of 6.5.6p10: arithmetic on pointers to variable length arrays.
int printf(const char *, ...);
int main(void) {
    int n = 4, m = 3;
    int a[n][m];
    int (*p)[m] = a;
    p += 1;
    (*p)[2] = 99;
    n = p - a;
    printf("%d %d\n", n, a[1][2]);
    return 0;
}
