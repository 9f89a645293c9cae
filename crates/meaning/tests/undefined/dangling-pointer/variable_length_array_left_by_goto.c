// A jump to a point before the declaration of a VLA ends its lifetime (6.2.4p7, footnote 35).
int main(void) {
    int *p = 0, n = 3, rounds = 0;
again:
    if (rounds++)
        return p[0]; //~ dangling-pointer
    int a[n];
    a[0] = 7;
    p = a;
    goto again;
}
