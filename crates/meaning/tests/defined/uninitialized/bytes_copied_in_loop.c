// Bytes may be copied one by one as unsigned char before they have a value (6.2.6.1p4, p5).
int printf(const char *, ...);
int main(void) {
    int a[2], b[2];
    unsigned char *from = (unsigned char *)a, *to = (unsigned char *)b;
    a[0] = 5;
    for (unsigned i = 0; i < sizeof a; i++)
        to[i] = from[i];
    printf("%d\n", b[0]);
    return 0;
}
