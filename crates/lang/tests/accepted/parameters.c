typedef void v;
void a(v), b(void), c(), d(int, ...);
void e(int n, int x[*], int y[n], int z[n][*]);
void f(int n, int x[static const 2], int y[const], int z[n][n + 1]) { x[0] = z[0][n] + *y; }
void g(register int x, int h(int), int (*i)(int (*)[*]), struct s *p);
int (*j(int))(char);
int (*k(void))[3];
void l(int [3], int (*)(void), int (int));
void m(int named, float) { }
