struct unknown *u;
typedef int v4 __attribute__((vector_size(16)));
int f(int n, int *p, double d, void (*q)(void), v4 v) {
    n[n]; //~ bad-operand
    p[d]; //~ bad-operand
    p[p]; //~ bad-operand
    q[0]; //~ bad-operand
    u[0]; //~ bad-operand
    v[d]; //~ bad-operand
    return d[n]; //~ bad-operand
}
