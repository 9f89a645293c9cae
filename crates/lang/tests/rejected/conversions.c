struct s { int x; } a;
struct t { int x; } b;
void nothing(void);
int *f(int x, int *p, double d, char *q) {
    x = nothing(); //~ bad-conversion
    x = a; //~ bad-conversion
    a = b; //~ bad-conversion
    a = 1; //~ bad-conversion
    p = d; //~ bad-conversion
    d = p; //~ bad-conversion
    x = (int)a; //~ bad-cast
    a = (struct s)b; //~ bad-cast
    p = (int *)d; //~ bad-cast
    d = (double)p; //~ bad-cast
    d = (double)a; //~ bad-cast
    return a; //~ bad-conversion
}
