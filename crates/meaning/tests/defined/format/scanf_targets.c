// Each target has the type of its conversion (7.21.6.2p11, p12).
int printf(const char *, ...);
int sscanf(const char *restrict, const char *restrict, ...);
int main(void) {
    int i = 0;
    long l = 0;
    char word[8];
    int n = sscanf("12 345 abc", "%d %ld %7s", &i, &l, word);
    printf("%d %d %ld %s\n", n, i, l, word);
    return 0;
}
