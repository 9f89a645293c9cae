// The rest of an initialised aggregate is zero (6.7.9p21).
int printf(const char *, ...);
struct s { int a[3]; struct { int x, y; } in; };
int main(void) {
    struct s s = { .in.x = 2 };
    int a[4] = { 1 };
    printf("%d %d %d %d\n", s.a[2], s.in.y, a[3], ((int[2]){ 5 })[1]);
    return 0;
}
