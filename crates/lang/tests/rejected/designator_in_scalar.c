int u = {2, .a = 3}; //~ bad-initializer
int v = {[0] = 1}; //~ bad-initializer
struct pair { int a, b; };
struct pair p = {1, 2, 3, .c = 4}; //~ bad-initializer
