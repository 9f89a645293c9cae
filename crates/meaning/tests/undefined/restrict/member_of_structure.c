// The structure v provides two restricted pointers to the same array (6.7.3.1p1, p4).
struct vectors { int *restrict to; const int *restrict from; };
static void copy(struct vectors v, int n) {
    for (int i = 0; i < n; i++)
        v.to[i] = v.from[i] + 1; //~ restrict
}
int main(void) {
    int a[3] = { 1, 2, 3 };
    struct vectors v = { a, a };
    copy(v, 3);
    return a[0];
}
