// Without a modification restricted pointers may share an object (6.7.3.1p4).
int printf(const char *, ...);
static int dot(int n, const int *restrict a, const int *restrict b) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}
int main(void) {
    int a[3] = { 1, 2, 3 };
    printf("%d\n", dot(3, a, a));
    return 0;
}
