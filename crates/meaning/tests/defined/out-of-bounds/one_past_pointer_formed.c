// A pointer one past the end may be formed and compared (6.5.6p8).
int printf(const char *, ...);
int main(void) {
    int a[3] = { 1, 2, 3 }, sum = 0;
    for (int *p = a, *end = a + 3; p != end; p++)
        sum += *p;
    printf("%d\n", sum);
    return 0;
}
