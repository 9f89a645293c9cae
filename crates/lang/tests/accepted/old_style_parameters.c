void a(int);
void a(x) short x; { }
void b(float);
void b(x) float x; { }
void c(double);
void c(x) float x; { }
int d(const int, char *);
d(x, y) char *y; { return x + *y; }
void e(x) int x; { }
void e(int);
long f();
long f(x, y) long x; int y; { return x + y; }
int specifiers_for_functions(a, b) inline int a; _Noreturn int b; { return a; }
int in_prototypes_too(inline int a, _Noreturn int b) { return a; }
