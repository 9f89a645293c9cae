int f(struct s { int x; } *p, enum { A, B } e) {
    struct s *q = p;
    return A + e + q->x;
}
int g(enum { A } e) { enum { B = 7 }; return A + B; }
void h(void) { int nested(enum t { C } e) { return C + (enum t)1; } nested(0); }
void i;
auto int j(void) { return 1; }
enum k { K = 0x7fffffffffffffff, L = -1, M = 0xffffffffffffffff };
