// -(INT_MIN + 1) is INT_MAX (6.5.3.3p3).
int printf(const char *, ...);
int abs(int);
int main(void) {
    int x = -2147483647 - 1;
    printf("%d %d\n", -(x + 1), abs(x + 1));
    return 0;
}
