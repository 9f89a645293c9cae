int n, *p = &n;
typeof(n) a; typeof(*p) b; typeof(&n) c; __typeof__(int *) d, e;
typeof(typeof(char[3])) f;
extern typeof(n + 1.0) g;
int h(int m) {
    typeof(int[m]) v;
    typeof(({ double x = 1; x; })) w = 2;
    const typeof(w) x = w;
    return sizeof v + sizeof w + (int)x;
}
int i(typeof(n) x, typeof(x) y) { return x + y; }
