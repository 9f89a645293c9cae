// A parenthesised lvalue is an lvalue (6.5.1p5).
int printf(const char *, ...);
struct s { int a[2]; };
int main(void) {
    struct s x = { { 1, 2 } };
    (x).a[0] = 5;
    (*&x).a[1] = 6;
    printf("%d %d\n", x.a[0], x.a[1]);
    return 0;
}
