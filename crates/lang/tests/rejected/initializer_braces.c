struct s { int a; };
union u { int a; };
struct s a = {1, {2}}; //~ bad-initializer
union u b = {1, {2}}; //~ bad-initializer
struct { } c = {{}}; //~ bad-initializer
int d = {}; //~ bad-initializer
int e[2] = {{}, 1}; //~ bad-initializer
void *f = (void *){}; //~ bad-initializer
