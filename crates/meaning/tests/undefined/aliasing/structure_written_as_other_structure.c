// The object is declared as structure a: assigning to it as structure b is an access as well (6.5p7).
struct a { int x; float y; };
struct b { int x; int y; };
int main(void) {
    struct a a = { 1, 2 };
    struct b b = { 3, 4 }, *p = (struct b *)&a;
    *p = b; //~ aliasing
    return a.x;
}
