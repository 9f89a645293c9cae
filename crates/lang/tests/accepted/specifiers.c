long unsigned int long a;
int static const volatile b = 1;
_Bool typedef flag;
const flag c;
unsigned d;
char signed e;
double long f;
int *restrict g, *const h = 0, *volatile *i;
_Atomic int j;
_Atomic(int *) k;
extern inline _Noreturn void l(void);
__signed__ __const__ int m = 1;
typeof(m) n;
__typeof__(int[3]) o;
__extension__ typedef long long p;
__int128 q;
_Float128 r;
__auto_type s = 1.5;
int f2(void) { __auto_type x = &a; return *x; }
