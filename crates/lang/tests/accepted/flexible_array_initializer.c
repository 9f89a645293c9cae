struct s { int n; int a[]; };
struct t { int n; char a[]; };
struct o { int q; struct t t; };
struct z { int n; int a[0]; };
struct s a = {1, {2, 3}};
struct s b = {1, 2, 3};
struct s c[] = {{1}, {2, {}}};
struct o d = {1, {2, "x"}};
struct o e = {.t.a = "x"};
struct z f[] = {{1, {2}}};
void g(void) {
    static struct t h = {1, "text"};
    struct s i = {1};
    (void)h, (void)i;
}
