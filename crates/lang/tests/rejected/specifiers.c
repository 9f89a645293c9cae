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
