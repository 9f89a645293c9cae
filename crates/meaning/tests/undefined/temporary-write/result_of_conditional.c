// A conditional expression yields no lvalue (footnote 110, 6.2.4p8).
struct s { int a[2]; };
static int choose(int which) {
    struct s x = { { 1, 2 } }, y = { { 3, 4 } };
    (which ? x : y).a[0]++; //~ temporary-write
    return x.a[0];
}
int main(void) {
    return choose(1);
}
