// The names of a prototype's parameters are kept: what stands before it may refer to them.
#pragma omp declare simd linear(p) uniform(n)
int f(int *p, int n, int);
int (*g(int first, char *second))[3];
typedef void callback(void *closure, int code);
void h(int n, int a[n], int (*compare)(int left, int right)), i(double x);
int j(a, b);
