int n = 3;
int a[n]; //~ bad-array
static int (*b)[n]; //~ bad-array
struct s { int c[n]; }; //~ bad-array
void f(void) {
    static int d[n]; //~ bad-array
    extern int e[n]; //~ bad-array
    extern int (*g(void))[n]; //~ bad-declarator
    typedef int t[n];
    extern t *h(void); //~ bad-declarator
}
