int long a_long char; //~ syntax
signed unsigned b; //~ bad-specifiers
long long long c; //~ bad-specifiers
short double d; //~ bad-specifiers
int float e; //~ bad-specifiers
static extern int f; //~ bad-specifiers
struct s { int x; } int g; //~ bad-specifiers
int restrict h; //~ bad-specifiers
void (*restrict i)(void); //~ bad-specifiers
_Atomic(const int) j; //~ bad-specifiers
_Atomic(int[2]) k; //~ bad-specifiers
unsigned _Bool l; //~ bad-specifiers
int m = sizeof(static int); //~ bad-specifiers
typedef int t;
t int n; //~ bad-specifiers
int o = sizeof(inline int); //~ bad-specifiers
struct p { inline int x; _Noreturn int y; __thread int z; }; //~ bad-specifiers
typedef __thread int q; //~ bad-specifiers
int r(__thread int x); //~ bad-specifiers
int u(a, b, c) static int a; typedef int b; _Thread_local int c; { return a; } //~ bad-specifiers
const __extension__ int out_of_place; //~ syntax
