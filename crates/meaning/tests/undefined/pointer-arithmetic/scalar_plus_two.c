// An object that is no array element counts as an array of one (6.5.6p7, 6.5.6p8).
static int *far(int *p, long n) {
    p += n; //~ pointer-arithmetic
    return p;
}
int main(void) {
    int x = 0;
    return far(&x, 2) == &x;
}
