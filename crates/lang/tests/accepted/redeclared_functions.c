int a();
int a(int);
int a();
static int b(void);
extern int b(void);
int b(void) { return 1; }
int c(int x[]), c(int *);
int d(const int), d(int x);
int e(int x[*][*]), e(int (*)[3]);
int f(void) { return undeclared(1); }
int undeclared(int x) { return x; }
int g(void) { return nothing(1); }
void nothing(int x) { }
const int h(void);
int h(void);
