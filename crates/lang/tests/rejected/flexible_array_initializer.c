struct s { int n; int a[]; };
struct t { int n; char a[]; };
struct o { int q; struct s s; };
struct s a[] = {{1, {2}}}; //~ bad-initializer
struct o b = {1, {2, {3}}}; //~ bad-initializer
struct o c = {1, 2, 3}; //~ bad-initializer
struct t d[] = {{1, "x"}}; //~ bad-initializer
struct s *e = &(struct s){1, {2}}; //~ bad-initializer
void f(void) {
    struct s g = {1, {2}}; //~ bad-initializer
    struct t h = {1, "x"}; //~ bad-initializer
    struct s i = {1, {}}; //~ bad-initializer
}
