int f(int n, int m[n]) {
    int a[n], b[2][n], (*c)[n] = b, *d[n];
    typedef int t[n + 1];
    t e;
    static int (*g)[3];
    int *p = (int[]){1, 2, 3};
    int (*nested(int k))[n] { return b + k; }
    sizeof a + sizeof(int[n]) + sizeof *c + sizeof e + sizeof d;
    return (*nested(1))[0] + m[0] + (*g)[0] + p[1];
}
