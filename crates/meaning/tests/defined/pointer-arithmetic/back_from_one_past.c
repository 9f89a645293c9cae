// From one past the end it is one step back to the last element (6.5.6p8).
int printf(const char *, ...);
int main(void) {
    int a[2] = { 1, 2 };
    int *p = a + 2;
    --p;
    printf("%d %d\n", *p, p[-1]);
    return 0;
}
