// The pointer is const, what it points to is not (6.7.6.1p3).
int printf(const char *, ...);
int main(void) {
    int x = 1;
    int *const p = &x;
    *p = 7;
    printf("%d\n", x);
    return 0;
}
