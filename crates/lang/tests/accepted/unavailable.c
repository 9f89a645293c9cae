typedef int old __attribute__((unavailable));
typedef old still_old __attribute__((unavailable));
old a(void) __attribute__((unavailable("gone")));
struct s { int x, y __attribute__((unavailable)); };
int b(struct s *p) { return p->x; }
