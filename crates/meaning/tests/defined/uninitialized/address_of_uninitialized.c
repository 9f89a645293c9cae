// Neither & nor sizeof reads the object (6.3.2.1p2).
int printf(const char *, ...);
static void set(int *p) {
    *p = 8;
}
int main(void) {
    int x;
    set(&x);
    printf("%d %d\n", x, sizeof x == sizeof(int));
    return 0;
}
