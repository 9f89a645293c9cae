// The smallest size.
int printf(const char *, ...);
int main(void) {
    int n = 1;
    int a[n];
    a[0] = 3;
    printf("%d %d\n", a[0], (int)(sizeof a / sizeof a[0]));
    return 0;
}
