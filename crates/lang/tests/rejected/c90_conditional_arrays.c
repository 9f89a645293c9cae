//@ -std=gnu89
struct s { char c[2]; } a;
char *f(int n) { return n ? (n ? a : a).c : a.c; } //~ not-lvalue
