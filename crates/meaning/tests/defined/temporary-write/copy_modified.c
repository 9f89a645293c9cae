// The structure is copied into a variable, which is modified.
int printf(const char *, ...);
struct s { int a[2]; };
static struct s make(void) {
    return (struct s){ { 1, 2 } };
}
int main(void) {
    struct s s = make();
    s.a[0] = 9;
    printf("%d %d\n", s.a[0], make().a[0]);
    return 0;
}
