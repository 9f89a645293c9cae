void a(int);
void a(x) unsigned x; { } //~ redeclaration
void b(int);
void b(x, y) { } //~ redeclaration
void c(int);
void c() { } //~ redeclaration
void d(unsigned char);
void d(x) int x; { } //~ redeclaration
void e(void) { void f(char *); }
void f(x) int *x; { } //~ redeclaration
void g(x) int y; { } //~ redeclaration
int doubled(a, b, a) int a; { return a; } //~ redeclaration
