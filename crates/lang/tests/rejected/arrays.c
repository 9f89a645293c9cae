struct unknown;
int a[-1]; //~ bad-array
int b[2.5]; //~ bad-array
struct unknown c[2]; //~ bad-array
void d[2]; //~ bad-array
int e(void), f[2](void); //~ bad-array
int g[][]; //~ bad-array
int h["a"]; //~ bad-array
typedef int aligned_int __attribute__((aligned(16)));
aligned_int i[2]; //~ bad-array
int (*j)[undeclared]; //~ undeclared
