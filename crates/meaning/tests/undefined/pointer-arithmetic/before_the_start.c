// There is no element before the first, and no pointer to it (6.5.6p8).
static int *previous(int *p) {
    return p - 1; //~ pointer-arithmetic
}
int main(void) {
    int a[2];
    return previous(a + 1) != a || previous(a) == a;
}
