// The element n - 1 of an array of n elements.
int printf(const char *, ...);
static int last(int n) {
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i * i;
    return a[n - 1];
}
int main(void) {
    printf("%d\n", last(5));
    return 0;
}
