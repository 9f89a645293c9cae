struct pair { int a, b; };
struct pair p = {1, 2, 3, .a = 4};
int a[2] = {1, 2, 3, 4, [0] = 5};
struct pair q[1] = {{1, 2}, {.b = 3}};
int s = {2, {3}};
