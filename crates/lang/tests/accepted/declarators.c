int *a, **b, *c[3], (*d)[3], *(*e)[2], (*f)(int), *(*g(int))(char), (*(*h)(void))[3], (*i[2])(int (*)(void));
int (((j))), *((*k)), (l)(int), ((m)[2]);
typedef int (*handler)(int), row[4], (*pointer)[4];
handler n, o(handler, row, pointer);
row *q = 0, r[2];
const int *const *s; int *const volatile t = 0;
void u(int (*)[3], int (int), int[static 3], int *restrict);
