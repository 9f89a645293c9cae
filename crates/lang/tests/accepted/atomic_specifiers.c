_Atomic(int *) a, b;
_Atomic(int *) f(void), *c;
_Atomic(struct s { int x; }) d;
_Atomic(struct t { int x; } *) e, *g;
_Atomic(enum { first }) h = first;
struct s i;
struct t j;
struct { _Atomic(int *) k, l; } m;
void n(int o) {
    _Atomic(int (*)[o]) p, q;
    _Atomic(int *) r = a, u = b;
}
int v(_Atomic(int *) w, const _Atomic(int *) x) { return *w + *x; }
