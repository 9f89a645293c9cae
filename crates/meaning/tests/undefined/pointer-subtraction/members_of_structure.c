// Members that are no array elements do not share an array (6.5.6p7, 6.5.6p9).
struct s { int x, y; };
int main(void) {
    struct s s = { 0, 0 };
    return &s.y - &s.x; //~ pointer-subtraction
}
