// The example of 6.7.6.2p9: r = c is defined only if n == 6 and m == n + 1 (6.7.6.2p6).
static int fcompat(int n, int m) {
    int c[n][n][6][m];
    int (*r)[n][n][n + 1];
    r = c; //~ vla-size
    return r != 0;
}
int main(void) {
    return fcompat(2, 3);
}
