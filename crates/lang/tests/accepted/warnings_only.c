int f(int *p, const int *q, char *r) {
    int n = p, *s = 1;
    s = q, s = r;
    n = p == 1, n = p == r, n = n ? p : 2, p -= p;
    char t[2] = "too long", u = {1, 2};
    return;
}
void g(void) { return 1; }
struct s { int; int x; };
const h = 99999999999999999999;
