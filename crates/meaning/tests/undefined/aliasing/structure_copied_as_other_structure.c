// Copying a structure reads all of it as what the lvalue is (6.5p7); the members are the same, the types are not (6.7.2.3p5).
struct a { int x, y; };
struct b { int x, y; };
static struct b copy(struct b *p) {
    return *p; //~ aliasing
}
int main(void) {
    struct a a = { 1, 2 };
    struct b b = copy((struct b *)&a);
    return b.x;
}
