// The size expression is evaluated once, when the declaration is reached.
int printf(const char *, ...);
int main(void) {
    int n = 2;
    short a[n++];
    printf("%d %d\n", (int)(sizeof a / sizeof(short)), n);
    return 0;
}
