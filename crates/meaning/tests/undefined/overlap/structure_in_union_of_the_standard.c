// flags: -m32
// The remark of 6.8.6.4p4: the assignment, done directly, is between inexactly overlapping objects (6.5.16.1p3).
// With doubles aligned to 4 bytes, f3 and f2 share 4 of them.
struct s { double i; };
static union {
    struct { int f1; struct s f2; } u1;
    struct { struct s f3; int f4; } u2;
} g;
int main(void) {
    g.u1.f2.i = 1.0;
    g.u2.f3 = g.u1.f2; //~ overlap
    return 0;
}
