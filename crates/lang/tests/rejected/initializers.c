struct unknown;
extern struct unknown a = {1}; //~ bad-initializer
int b[2] = 1; //~ bad-initializer
int c[3] = c; //~ bad-initializer
char d[] = L"wide"; //~ bad-initializer
struct s { int x; } e = 1; //~ bad-conversion
int f(void) { int g[2] = {1}, h[2] = g; return h[0]; } //~ bad-initializer
int i = "text"[0] + undeclared; //~ undeclared
