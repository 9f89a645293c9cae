struct s { int a, b[2]; } x;
int a[2][2] = {[0][0] 1}; //~ syntax
struct s b = {.a 1}; //~ syntax
struct s c = {.none = 1}; //~ bad-initializer
struct s d = {[0] = 1}; //~ bad-initializer
int e[] = {.a = 1}; //~ bad-initializer
int f[2] = {[2] = 1}; //~ bad-initializer
int g[2] = {[x.a] = 1}; //~ bad-initializer
int h[2] = {[1 ... 0] = 1}; //~ bad-initializer
int i = {.a = 1}; //~ bad-initializer
struct s j = {.a.b = 1}; //~ bad-initializer
