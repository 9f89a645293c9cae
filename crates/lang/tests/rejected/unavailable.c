typedef int old __attribute__((unavailable));
old a; //~ bad-attribute
typedef old still_old __attribute__((unavailable));
int b(void) __attribute__((unavailable("use c")));
struct s { int x, y __attribute__((unavailable)); };
struct t { int x; } __attribute__((unavailable));
struct t *c; //~ bad-attribute
int d(struct s *p) {
    int local __attribute__((unavailable)) = 1;
    return p->x + p->y + b() + local; //~ bad-attribute
}
