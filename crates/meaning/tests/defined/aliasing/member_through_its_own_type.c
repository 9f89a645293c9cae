// A member may be accessed by a pointer to its type, and by the structure around it (6.5p7).
int printf(const char *, ...);
struct s { int a; float b; };
static void add(int *p, struct s *s) {
    *p += 1;
    s->b += 0.5f;
}
int main(void) {
    struct s s = { 1, 2.0f }, copy;
    add(&s.a, &s);
    copy = s;
    printf("%d %.1f\n", copy.a, copy.b);
    return 0;
}
