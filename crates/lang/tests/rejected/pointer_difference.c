struct empty { } a[2];
int b[2][0];
struct unknown *c, *d;
long f(int *p, char *q, void *r) {
    return (&a[1] - &a[0]) + (&b[1] - &b[0]); //~ bad-operand
}
long g(int *p, char *q) { return p - q; } //~ bad-operand
long h(void) { return c - d; } //~ bad-operand
int *i(int *p, int *q) { return p + q; } //~ bad-operand
int *j(int *p) { return 1 - p; } //~ bad-operand
int *k(struct unknown *p) { return (int *)(p + 1); } //~ bad-operand
