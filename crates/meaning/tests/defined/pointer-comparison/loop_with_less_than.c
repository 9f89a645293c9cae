// The loop compares with one past the end of the same array.
int printf(const char *, ...);
int main(void) {
    int a[3] = { 5, 6, 7 }, sum = 0;
    for (int *p = a; p < a + 3; p++)
        sum += *p;
    printf("%d\n", sum);
    return 0;
}
