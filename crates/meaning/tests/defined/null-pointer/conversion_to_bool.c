// A null pointer converts to false, without looking at what it points to (6.3.1.2p1).
int printf(const char *, ...);
int main(void) {
    int x = 0;
    int *p = 0, *q = &x;
    _Bool a = p, b = q;
    printf("%d %d\n", a, b);
    return 0;
}
