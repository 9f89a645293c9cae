struct empty { };
struct zero { int n; char a[0]; };
struct flexible { int n; double a[]; };
union nothing { };
int a[0], b = sizeof(struct empty) + sizeof(struct zero) + sizeof(union nothing);
struct empty f(struct empty x) { struct empty y = x, z = {}; y = z; return y; }
_Static_assert(sizeof(struct zero) == 4 && sizeof(struct flexible) == 8 && sizeof(struct empty) == 0, "sizes");
