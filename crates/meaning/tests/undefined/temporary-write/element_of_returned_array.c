// The array in a returned structure has temporary lifetime and must not be modified (6.2.4p8).
struct s { int a[2]; };
static struct s make(void) {
    return (struct s){ { 1, 2 } };
}
int main(void) {
    make().a[0] = 3; //~ temporary-write
    return 0;
}
