// The common initial part of two structures in a union may be inspected through the union (6.5.2.3p6, p9).
int printf(const char *, ...);
int main(void) {
    union {
        struct { int alltypes; } n;
        struct { int type; int intnode; } ni;
        struct { int type; double doublenode; } nf;
    } u;
    u.nf.type = 1;
    u.nf.doublenode = 3.25;
    if (u.n.alltypes == 1)
        printf("%.2f\n", u.nf.doublenode);
    return 0;
}
