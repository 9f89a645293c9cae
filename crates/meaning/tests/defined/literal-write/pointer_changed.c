// The pointer is changed, not the literal.
int printf(const char *, ...);
int main(void) {
    char *p = "abc";
    p++;
    printf("%s ", p);
    p = "other";
    printf("%s\n", p);
    return 0;
}
