// A suppressed conversion takes no argument (7.21.6.2p3).
int printf(const char *, ...);
int sscanf(const char *restrict, const char *restrict, ...);
int main(void) {
    int second = 0;
    printf("%d ", sscanf("1 2", "%*d %d", &second));
    printf("%d\n", second);
    return 0;
}
