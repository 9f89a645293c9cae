// The example of 6.8.6.4p4: fetched by a function call, the value does not overlap.
int printf(const char *, ...);
struct s { double i; };
static union {
    struct { int f1; struct s f2; } u1;
    struct { struct s f3; int f4; } u2;
} g;
static struct s f(void) {
    return g.u1.f2;
}
int main(void) {
    g.u1.f2.i = 2.5;
    g.u2.f3 = f();
    printf("%.1f\n", g.u2.f3.i);
    return 0;
}
