// Both pointers point into one array, in either order (6.5.6p9).
int printf(const char *, ...);
int main(void) {
    int a[5];
    int *p = &a[1], *q = &a[4];
    printf("%d %d\n", (int)(q - p), (int)(p - q));
    return 0;
}
