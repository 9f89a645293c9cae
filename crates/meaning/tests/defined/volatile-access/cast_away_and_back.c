// The cast alone is no access; the access is through a volatile lvalue again.
int printf(const char *, ...);
int main(void) {
    volatile int x = 4;
    int *p = (int *)&x;
    volatile int *q = p;
    printf("%d\n", *q);
    return 0;
}
