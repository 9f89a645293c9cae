typedef int t;
int a = 1;
int f(t t) {
    int a = t, b = a;
    {
        extern int a;
        typedef char c;
        c b = a;
        for (int b = 0, t = 1; b < t; b++) { int t = b; a += t; }
        if (b) { enum { a = 5 }; b = a; }
    }
    struct t { int t; } t2 = {t};
    if (0) goto t;
t:
    return t2.t + b;
}
t g(void) { t t = 2; return t; }
