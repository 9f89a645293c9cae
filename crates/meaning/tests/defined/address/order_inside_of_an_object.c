int printf(const char *, ...);
void *malloc(unsigned long);
int a[4];
struct { int first, second; } s;
static int before(void *p, void *q) { return (unsigned long)p < (unsigned long)q; }
int main(void) {
    int x = 0, y = 0;
    char *p = malloc(4), *q = malloc(4);
    printf("%d %d %d\n", before(a, a + 1), before(&s.second, &s.first), before(p, p + 1));
    printf("%d %d\n", before(&x, &y) + before(&y, &x), before(p, q) + before(q, p));
    printf("%d\n", (int)((unsigned long)&a[3] - (unsigned long)a) + (int)((unsigned long)&x % sizeof x));
    return 0;
}
