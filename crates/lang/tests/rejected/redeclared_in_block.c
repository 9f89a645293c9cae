extern int a[];
void f(void) { extern int a[2], b[3]; int c(int (*)[2]); int d(int); long e(); }
extern int a[5]; //~ redeclaration
extern int b[4]; //~ redeclaration
int c(int (*)[3]); //~ redeclaration
int d(x) char *x; { return 0; } //~ redeclaration
int g(void) { return e(); } //~ redeclaration
int h[]; //~ redeclaration
void i(void) { extern int h[2]; }
