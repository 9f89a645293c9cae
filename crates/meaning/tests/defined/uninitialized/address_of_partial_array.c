// Only elements that were written are read.
int printf(const char *, ...);
int main(void) {
    int a[100], n = 0;
    a[n++] = 3;
    a[n++] = 4;
    int sum = 0;
    while (n > 0)
        sum += a[--n];
    printf("%d\n", sum);
    return 0;
}
