// A missing structure value is assigned (6.9.1p12).
struct pair { int a, b; };
static struct pair make(int n) {
    struct pair p = { n, n };
    if (n)
        return p;
}
int main(void) {
    struct pair p = make(1);
    p = make(0); //~ missing-return
    return p.a;
}
