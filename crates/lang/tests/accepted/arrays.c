int a[3], b[2][3], c[] = {1, 2}, *d[2], (*e)[3] = b, f[0], (*g[2])(int);
extern int h[], i[][3];
char j[sizeof(int) * 2], k['a'], l[1 ? 2 : 3], m[(int)2.5];
enum { N = 4 };
int n[N], o[N << 1][~-N];
typedef int t[];
t p = {1, 2, 3};
t q = {1};
_Static_assert(sizeof p == 3 * sizeof q && sizeof c / sizeof *c == 2, "lengths");
