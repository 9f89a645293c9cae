struct s { int x; struct { int y; union { int z; float w; }; }; int v[2]; struct t { int u; } t[3]; } a, *p;
int f(void) {
    return a.x + p->y + (*p).z + (&a)->w + p->v[1] + p->t[2].u + a.t->u;
}
_Static_assert(__builtin_offsetof(struct s, t[1].u) == __builtin_offsetof(struct s, t) + 4, "offsets");
