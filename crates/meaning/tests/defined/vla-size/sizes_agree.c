// Pointer and array have equal sizes at run time (6.7.6.2p6).
int printf(const char *, ...);
int main(void) {
    int n = 3, m = 3;
    int a[2][n];
    a[1][2] = 8;
    int (*p)[m] = a;
    printf("%d\n", p[1][2]);
    return 0;
}
