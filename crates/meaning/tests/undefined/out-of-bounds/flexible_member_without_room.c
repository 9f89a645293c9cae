// The example of 6.7.2.1p21: here t1 has no room for an element of d.
struct s { int n; double d[]; };
static struct s t1 = { 0 };
int main(void) {
    t1.n = 4;
    t1.d[0] = 4.2; //~ out-of-bounds
    return 0;
}
