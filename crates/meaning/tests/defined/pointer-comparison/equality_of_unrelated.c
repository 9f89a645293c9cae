// == and != are for any two pointers to live objects (6.5.9p6).
int printf(const char *, ...);
int main(void) {
    int a = 0, b = 0, *none = 0;
    printf("%d %d %d\n", &a == &b, &a != none, &a == &a);
    return 0;
}
