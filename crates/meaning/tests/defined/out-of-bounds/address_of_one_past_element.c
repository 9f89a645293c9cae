// &a[3] is a + 3: the indirection is not evaluated (6.5.3.2p3).
int printf(const char *, ...);
int main(void) {
    int a[3];
    int *end = &a[3];
    printf("%d\n", (int)(end - a));
    return 0;
}
