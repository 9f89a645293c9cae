int u = {2, .a = 3}; //~ bad-initializer
int v = {[0] = 1}; //~ bad-initializer
struct pair { int a, b; };
struct pair p = {1, 2, 3, .c = 4}; //~ bad-initializer
int w = {2, {.b = 3}}; //~ bad-initializer
int x[2] = {2, 3, {4, {[0] = 3}}}; //~ bad-initializer
