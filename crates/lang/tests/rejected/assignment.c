const int a = 1;
struct s { const int x; int y; } b;
struct unknown *c;
int array[2], f(void);
void g(int n, const int *p) {
    a = 2; //~ read-only
    b.x = 3; //~ read-only
    b = b; //~ read-only
    *p = 4; //~ read-only
    array = 0; //~ not-lvalue
    f = 0; //~ not-lvalue
    *c = *c; //~ incomplete
    1 = n; //~ not-lvalue
    n + 1 = 2; //~ not-lvalue
    f() = 3; //~ not-lvalue
    n++ = 4; //~ not-lvalue
    (char)n = 5; //~ not-lvalue
    a++; //~ read-only
    --1; //~ not-lvalue
    "a"[0] = 'b', "c" = 0; //~ not-lvalue
    (n ? n : n) = 6; //~ not-lvalue
}
