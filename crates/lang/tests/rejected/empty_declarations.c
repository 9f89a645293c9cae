inline struct s { int a; }; //~ bad-specifiers
int inline; //~ bad-specifiers
_Noreturn void; //~ bad-specifiers
register int; //~ bad-specifiers
auto enum e { A }; //~ bad-specifiers
static struct s;
void f(void) { register int; }
