// The second call of 6.7.3.1p9: d[1] and d[2] are accessed through both p and q.
static void f(int n, int *restrict p, int *restrict q) {
    while (n-- > 0)
        *p++ = *q++; //~ restrict
}
static int d[100];
int main(void) {
    f(50, d + 50, d);
    f(3, d + 1, d);
    return 0;
}
