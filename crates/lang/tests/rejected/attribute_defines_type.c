int a __attribute__((aligned(sizeof(enum { A })))); //~ unsupported
__attribute__((aligned(sizeof(struct s { int x; })))) int b, c; //~ unsupported
int d __attribute__((aligned(sizeof(struct t *))));
