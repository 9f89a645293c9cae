int f(int n, int a[static n], int b[static 3]);
int f(int n, int a[static n], int b[static 3]) { return a[0] + b[0]; }
int g(int (*h)(int n, int a[static n]));
char *aligned = &(_Alignas(16) char){1};
