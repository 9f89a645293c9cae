// The array in the returned structure lives until the end of the full expression (6.2.4p8).
struct s { int a[2]; };
static struct s make(void) {
    struct s s = { { 1, 2 } };
    return s;
}
int main(void) {
    int *p;
    p = make().a;
    return *p; //~ dangling-pointer
}
