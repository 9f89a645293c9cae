struct unknown *p;
extern int open[];
int a = sizeof(struct unknown); //~ bad-initializer incomplete
int b = sizeof *p; //~ bad-initializer incomplete
int c = sizeof open; //~ bad-initializer incomplete
int d = _Alignof(struct unknown); //~ incomplete
struct unknown e; //~ incomplete
static void f; //~ bad-declarator
void g(void) { struct unknown h; void i; int j[]; } //~ bad-declarator incomplete
