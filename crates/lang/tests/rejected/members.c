struct s { int x; } a, *p;
struct unknown *u;
int f(int n) {
    a.none; //~ bad-member
    a->x; //~ bad-member
    p.x; //~ bad-member
    p->none; //~ bad-member
    u->x; //~ incomplete
    n.x; //~ bad-member
    n->x; //~ bad-member
    return __builtin_offsetof(struct s, none); //~ bad-member
}
