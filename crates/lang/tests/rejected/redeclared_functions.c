void a();
void a(short); //~ redeclaration
void b(float);
void b(); //~ redeclaration
int c(void);
long c(void); //~ redeclaration
static int d(void);
extern int e(void);
static int e(void); //~ redeclaration
int f(void) { return 1; }
int f(void) { return 2; } //~ redeclaration
int g(int);
int g(int, int); //~ redeclaration
int h;
int h(void); //~ redeclaration
int i(void) { return undeclared(1); }
int undeclared(short x) { return x; } //~ redeclaration
void only_a_definition_keeps_void(int);
only_a_definition_keeps_void(int); //~ redeclaration
