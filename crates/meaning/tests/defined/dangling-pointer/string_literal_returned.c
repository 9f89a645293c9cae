// String literals have static storage duration (6.4.5p6).
int printf(const char *, ...);
static const char *name(int n) {
    return n ? "one" : "zero";
}
int main(void) {
    const char *p = name(1);
    printf("%s %s\n", p, name(0));
    return 0;
}
