// The index counts from where the pointer points to.
int printf(const char *, ...);
int main(void) {
    int a[3] = { 4, 5, 6 };
    int *middle = &a[2];
    printf("%d %d\n", middle[-2], middle[-1]);
    return 0;
}
