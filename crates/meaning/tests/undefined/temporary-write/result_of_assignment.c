// The value of an assignment is no lvalue; its array is temporary (6.5.16p3, 6.2.4p8).
struct s { int a[2]; };
int main(void) {
    struct s x = { { 1, 2 } }, y;
    (y = x).a[1] = 5; //~ temporary-write
    return 0;
}
