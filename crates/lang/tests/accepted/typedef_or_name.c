typedef int t;
int f(int x) {
    sizeof(t) + x;
    (t)(x) + (t) - x;
    t (y), *z = &y;
    { int t = 3; x = (t) + x; x = (t)*x; }
    return sizeof(t[2]) + (x) * y;
}
int g(t, int(t), int u), h(t (v));
struct s { t t; unsigned u; };
