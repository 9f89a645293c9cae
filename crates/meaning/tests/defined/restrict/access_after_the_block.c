// The association ends with the block of p (6.7.3.1p5).
int printf(const char *, ...);
int main(void) {
    int x = 1;
    {
        int *restrict p = &x;
        *p = 2;
    }
    x++;
    printf("%d\n", x);
    return 0;
}
