// The array in the returned structure is read before the full expression ends (6.2.4p8).
int printf(const char *, ...);
struct s { int a[2]; };
static struct s make(void) {
    return (struct s){ { 1, 2 } };
}
static int sum(const int *p) {
    return p[0] + p[1];
}
int main(void) {
    printf("%d %d\n", sum(make().a), make().a[1]);
    return 0;
}
