// The fifth element of a member of four is the next member (6.5.6p8).
struct s { int a[4]; int next; };
int main(void) {
    struct s s = { { 1, 2, 3, 4 }, 5 };
    int i = 4;
    return s.a[i]; //~ subobject-bounds
}
