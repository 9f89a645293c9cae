// The size does not change when n does (6.7.6.2p5).
int printf(const char *, ...);
int main(void) {
    int n = 3;
    char a[n];
    n = -1;
    printf("%d %d\n", (int)sizeof a, n);
    return 0;
}
