// A compound literal is an lvalue, not a temporary (6.5.2.5p4).
int printf(const char *, ...);
struct s { int a[2]; };
int main(void) {
    int *p = (struct s){ { 1, 2 } }.a;
    p[0] += 10;
    printf("%d %d\n", p[0], p[1]);
    return 0;
}
