int f(int n) {
    goto inside; //~ bad-statement
    int a[n];
inside:
    switch (n) {
        int b[n];
    case 1: //~ bad-statement
        return b[0];
    }
    {
        int (*p)[n] = 0;
    deeper:
        n = sizeof *p;
    }
    if (n)
        goto deeper; //~ bad-statement
    return a[0];
}
