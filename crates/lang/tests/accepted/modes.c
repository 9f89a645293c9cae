typedef int byte __attribute__((mode(QI)));
typedef int word __attribute__((mode(__word__)));
typedef unsigned int uhalf __attribute__((mode(HI)));
typedef float real __attribute__((mode(DF)));
typedef int vector __attribute__((mode(V4SI)));
_Static_assert(sizeof(byte) == 1 && sizeof(uhalf) == 2 && sizeof(real) == 8 && sizeof(vector) == 16, "sizes");
word a;
// The mode is that of what is declared, wherever it stands.
int __attribute__((mode(DI))) *p, q;
_Static_assert(sizeof *p == 4 && sizeof q == 8, "a pointer and a number");
void f(int __attribute__((mode(DI))) *r) { _Static_assert(sizeof *r == 4, "a pointer"); }
_Static_assert(sizeof *(int __attribute__((mode(DI))) *)0 == 4, "a pointer in a type name");
struct s { int *__attribute__((mode(DI))) p; };
_Complex float c __attribute__((mode(DC)));
