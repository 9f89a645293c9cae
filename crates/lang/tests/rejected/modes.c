int a __attribute__((mode(XX))); //~ bad-attribute
int b __attribute__((vector_size(0))); //~ bad-attribute
struct s { int x; } __attribute__((mode(SI))); //~ bad-attribute
int c __attribute__((aligned(3))); //~ bad-attribute
int n;
int d __attribute__((aligned(n))); //~ bad-attribute
int e __attribute__((vector_size(n))); //~ bad-attribute
