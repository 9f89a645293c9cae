// Adding volatile is always allowed (6.3.2.3p2).
int printf(const char *, ...);
int main(void) {
    int x = 1;
    volatile int *p = &x;
    *p += 2;
    printf("%d %d\n", x, *p);
    return 0;
}
