// &*p is p: neither operator is evaluated, even if p is null (6.5.3.2p3, footnote 102).
int printf(const char *, ...);
int main(void) {
    int *p = 0;
    int *q = &*p;
    printf("%d\n", q == 0);
    return 0;
}
