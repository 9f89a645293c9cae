struct empty { } a[2];
long f(int *p, const int *q, void *r, void *s, int (*t)[3]) {
    struct empty *e = a;
    e++;
    r++, r += 2;
    return p - q + (r - s) + (t + 1 - t) + (p < q) + (r == p) + (p != 0) + !p + (p && q) + (e > a) + *(2 + p) + 1[p];
}
int *g(int c, int *p, const int *q, void *v) { return c ? p : c > 1 ? v : 0; }
