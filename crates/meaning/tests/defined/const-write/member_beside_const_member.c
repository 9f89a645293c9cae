// Only the member that is not const is modified.
int printf(const char *, ...);
struct s { const int id; int value; };
static void set(struct s *s, int value) {
    s->value = value;
}
int main(void) {
    struct s s = { 1, 2 };
    set(&s, 5);
    printf("%d %d\n", s.id, s.value);
    return 0;
}
