struct a { int x : 3, : 0, y : 1; unsigned long long z : 40; _Bool w : 1; enum { A } v : 4; char : 3; } b = {1, 0, 2};
int f(struct a *p) { p->x = 5; p->z += p->y; return p->w ? p->x << 2 : -p->z; }
struct __attribute__((packed)) c { char d; int e : 5, f : 27; };
_Static_assert(sizeof(struct c) == 5, "packed");
