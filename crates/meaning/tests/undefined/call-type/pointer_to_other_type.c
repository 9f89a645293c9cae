// int (struct s *) and int (void *) are not compatible (6.7.6.3p15, 6.7.6.1p2, 6.5.2.2p9).
struct s { int n; };
static int get(struct s *s) {
    return s->n;
}
static int apply(int (*f)(void *), void *data) {
    return f(data); //~ call-type
}
int main(void) {
    struct s s = { 1 };
    return apply((int (*)(void *))get, &s);
}
