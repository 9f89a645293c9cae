// The loop compares with the pointer one past the end and never goes beyond.
int printf(const char *, ...);
int main(void) {
    int a[3] = { 1, 2, 3 }, sum = 0;
    for (int *p = a + 3; p != a;)
        sum += *--p;
    printf("%d\n", sum);
    return 0;
}
