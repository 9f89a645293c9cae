struct s { int x; } a, b;
union u { int x; float y; };
int f(int x, int *p, const int *q, char *r, void *v, double d, _Bool t, enum { E } e, float _Complex c) {
    x = d, d = x, t = p, t = d, e = x, x = e, c = d, d = c, x = c;
    p = v, v = p, v = (void *)q, p = 0, p = (void *)0, r = (char *)p;
    p = (int *)q, p = (int *)x, x = (long)p;
    x = p, p = x, p = r, p = q;
    a = b, (void)a, (void)0;
    union u y = (union u)1.5f;
    return (char)x + (unsigned)d + (_Bool)p + (int)e + (y.y > 1);
}
