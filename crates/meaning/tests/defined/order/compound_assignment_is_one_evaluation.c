// C11 6.5.16.2p3: with respect to a call, the operation is a single evaluation, and the call gives its operand: it comes first.
int printf(const char *, ...);
int x = 1, a[2] = { 1, 1 };
struct { int b : 5; } s = { 1 };
static int set(int *p) { x = 5; s.b = 5; if (p) *p = 5; return 1; }
int main(void) {
    int local = 1, *p = a;
    x += set(0);
    printf("%d\n", x);
    s.b *= set(0);
    printf("%d\n", s.b);
    local -= set(&local);
    printf("%d\n", local);
    a[1] <<= set(a + 1);
    printf("%d\n", a[1]);
    *p += set(p);
    printf("%d\n", *p);
    return 0;
}
