int f(int, ...), g(), (*h)(const char *), v(void);
struct s { int z; };
double i(float x, char y, struct s s) {
    f(1), f(1, 2.5f, 'a', s, "text"), g(), g(1, x, y);
    (*h)("a"), (**h)("b"), h("c"), (&f)(2);
    (x ? v : v)();
    return i(1, 2.5, s) + f(y);
}
