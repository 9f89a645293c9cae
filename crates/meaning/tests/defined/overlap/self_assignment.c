// The overlap is exact and the types are the same (6.5.16.1p3).
int printf(const char *, ...);
struct s { int a, b; };
static void copy(struct s *to, const struct s *from) {
    *to = *from;
}
int main(void) {
    struct s s = { 1, 2 };
    copy(&s, &s);
    printf("%d %d\n", s.a, s.b);
    return 0;
}
