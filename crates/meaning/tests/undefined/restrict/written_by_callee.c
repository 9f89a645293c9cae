// While p is in use, a callee writes the object through another pointer (6.7.3.1p4).
static void bump(int *p) {
    ++*p; //~ restrict
}
static int f(int *restrict p, int *q) {
    int before = *p;
    bump(q);
    return before + *p;
}
int main(void) {
    int x = 1;
    return f(&x, &x);
}
