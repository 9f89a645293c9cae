int a __attribute__((mode(XX))); //~ bad-attribute
int b __attribute__((vector_size(0))); //~ bad-attribute
struct s { int x; } __attribute__((mode(SI))); //~ bad-attribute
int c __attribute__((aligned(3))); //~ bad-attribute
int n;
int d __attribute__((aligned(n))); //~ bad-attribute
int e __attribute__((vector_size(n))); //~ bad-attribute
int *p __attribute__((mode(QI))); //~ bad-attribute
int q[3] __attribute__((mode(QI))); //~ bad-attribute
__attribute__((mode(SI))) int g(void); //~ bad-attribute
int h __attribute__((mode(DF))); //~ bad-attribute
float i __attribute__((mode(DI))); //~ bad-attribute
_Bool j __attribute__((mode(SI))); //~ bad-attribute
