// The two side effects are on different objects.
int printf(const char *, ...);
int main(void) {
    int a[2] = { 1, 2 }, i = 0, j = 1;
    int sum = a[i]++ + a[j]++;
    printf("%d %d %d\n", sum, a[0], a[1]);
    return 0;
}
