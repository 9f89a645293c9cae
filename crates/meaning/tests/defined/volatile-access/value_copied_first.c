// The value is copied by a volatile access; the copy is a plain object.
int printf(const char *, ...);
static int twice(const int *p) {
    return *p * 2;
}
int main(void) {
    volatile int x = 6;
    int copy = x;
    printf("%d\n", twice(&copy));
    return 0;
}
