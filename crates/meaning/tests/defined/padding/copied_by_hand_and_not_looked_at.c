int printf(const char *, ...);
struct s { char c; int i; };
int main(void) {
    struct s a = { 1, 2 }, b;
    int none[2];
    char *to = (char *)&b, *from = (char *)&a;
    for (unsigned i = 0; i < sizeof a; i++)
        to[i] = from[i];
    char copy[sizeof none];
    for (unsigned i = 0; i < sizeof none; i++)
        copy[i] = ((char *)none)[i];
    printf("%d %d\n", b.c, b.i);
    return 0;
}
