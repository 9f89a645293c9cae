/* An attribute behind a declarator gives that name another type, and the others of the declaration not. */
int a, b __attribute__((mode(QI)));
static int c __attribute__((mode(HI))), d, *e __attribute__((vector_size(8))), f(void) __attribute__((vector_size(8)));
typedef enum { first } narrow __attribute__((mode(QI)));
typedef int scalar, four __attribute__((vector_size(16), aligned(32)));
extern int later __attribute__((vector_size(8))), (*pointer)(int);
void g(void) {
    for (int i = 0, j __attribute__((mode(QI))) = 1; i < j; i++)
        ;
}
_Static_assert(sizeof b == 1 && sizeof c == 2 && sizeof d == 4 && sizeof *e == 8 && sizeof f() == 8, "");
_Static_assert(sizeof(narrow) == 1 && sizeof(four) == 16 && _Alignof(four) == 32 && sizeof later == 8, "");
