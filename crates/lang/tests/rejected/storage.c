auto int a; //~ bad-specifiers
register int b; //~ bad-specifiers
typedef int c = 1; //~ bad-specifiers
int d(void) = 1; //~ bad-specifiers
register int e(void); //~ bad-specifiers
__thread int f(void); //~ bad-specifiers
void g(void) {
    _Thread_local int h; //~ bad-specifiers
    extern int i = 1; //~ bad-specifiers
    static int j(void); //~ bad-specifiers
    register int j2(void); //~ bad-specifiers
}
typedef int k(void) { return 1; } //~ syntax
register int k2(void) { return 1; } //~ bad-specifiers
struct unknown l(void) { } //~ incomplete
int m { return 1; } //~ syntax
__auto_type n; //~ syntax
void o(struct s { int x; } p) { struct s { int x; } q; } //~ redeclaration
