// A comma expression yields no lvalue (footnote 114, 6.2.4p8).
struct s { int a[2]; };
int main(void) {
    struct s x = { { 1, 2 } };
    (0, x).a[0] = 7; //~ temporary-write
    return x.a[0];
}
