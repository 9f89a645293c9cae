//@ -std=gnu89
struct s { char c[2]; } a, f(void);
char *g(int n) {
    char *p = f().c; //~ not-lvalue
    p = (a = a).c; //~ not-lvalue
    p = (n ? a : a).c + 1; //~ not-lvalue
    if (f().c) //~ not-lvalue
        return p;
    return f().c; //~ not-lvalue
}
