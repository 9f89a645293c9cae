//@ -std=gnu89
struct s { char c[2]; } a, f();
main() {
    char *p = a.c;
    int i;
    f().c[0];
    f().c;
    i = sizeof(f().c) + (f().c, 1);
    for (i = 0; i < 2; i++)
        p[i] = undeclared(i);
    return *p;
}
static x, *y = &x;
const z = 3;
extern inline int twice(void) { return 1; }
int twice(void) { return 2; }
