// Both structures have the same members, but they are different types (6.5p7, 6.7.2.3p5).
struct a { int x; };
struct b { int x; };
static int read(struct b *p) {
    return p->x; //~ aliasing
}
int main(void) {
    struct a a = { 1 };
    return read((struct b *)&a);
}
