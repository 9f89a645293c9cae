struct s { int x; } a;
int f(void) { return a; } //~ bad-conversion
struct s g(void) { return 1; } //~ bad-conversion
int *h(double d) { return d; } //~ bad-conversion
int i(void) { return undeclared; } //~ undeclared
