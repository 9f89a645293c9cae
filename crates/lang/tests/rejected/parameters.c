void a(...); //~ bad-declarator
void b(const void); //~ bad-declarator
typedef const void v;
void c(v); //~ bad-declarator
void d(void, int); //~ bad-declarator
void e(int, void); //~ bad-declarator
void f(static int x); //~ bad-specifiers
void g(void x) { } //~ bad-declarator
void h(int x[*]) { } //~ bad-array
int (*i)[*]; //~ bad-array
void j(int (*x)[*]) { } //~ bad-array
void k(struct unknown x) { } //~ incomplete
void l(int x[static 2][static 3]); //~ bad-array
int m(int x)[2]; //~ bad-declarator
int n(int x)(int y); //~ bad-declarator
void o[2](void); //~ bad-array
