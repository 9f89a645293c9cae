// x is written through p and read through q during the call (6.7.3.1p4).
static int f(int *restrict p, int *restrict q) {
    *p = 1;
    return *q; //~ restrict
}
int main(void) {
    int x = 0, y = 0;
    return f(&x, &y) + f(&x, &x);
}
