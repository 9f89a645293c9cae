// The example of 6.5.2.5p15: a literal reached again by goto is one object, and f always returns 1.
int printf(const char *, ...);
struct s { int i; };
static int f(void) {
    struct s *p = 0, *q;
    int j = 0;
again:
    q = p, p = &((struct s){ j++ });
    if (j < 2) goto again;
    return p == q && q->i == 1;
}
int main(void) {
    printf("%d\n", f());
    return 0;
}
