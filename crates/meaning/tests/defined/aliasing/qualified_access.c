// A qualified version of the type is allowed (6.5p7).
int printf(const char *, ...);
static int twice(const volatile int *p) {
    return *p + *p;
}
int main(void) {
    int x = 21;
    printf("%d\n", twice(&x));
    return 0;
}
