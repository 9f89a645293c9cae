// Pointers to void and to character types agree (6.5.2.2p6).
int printf(const char *, ...);
static int first(s)
    const char *s;
{
    return s[0];
}
int main(void) {
    void *p = "a";
    printf("%d\n", first(p) == 'a');
    return 0;
}
