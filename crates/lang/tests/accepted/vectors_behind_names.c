/* vector_size goes through names to what a pointer, an array or a function is made of. */
typedef char *P; P v __attribute__((vector_size(32)));
_Static_assert(sizeof v == 8 && sizeof *v == 32, "");
typedef char A[4]; A a __attribute__((vector_size(32)));
_Static_assert(sizeof a == 128, "");
typedef int F(char *); F f __attribute__((vector_size(16)));
_Static_assert(sizeof f(0) == 16, "");
typedef const int *C; C c __attribute__((vector_size(16)));
typedef __typeof__((char*)0) D; D d __attribute__((vector_size(16)));
_Static_assert(sizeof *d == 16, "");
struct s { P v __attribute__((vector_size(32))); };
int g(P v __attribute__((vector_size(32)))) { return v[0][0]; }
