// Null pointers of any type compare equal, and unequal to every object (6.3.2.3p3, 6.3.2.3p4).
int printf(const char *, ...);
int main(void) {
    int x;
    int *p = 0;
    char *c = (char *)p;
    void (*f)(void) = 0;
    printf("%d %d %d %d\n", (void *)p == (void *)c, p == &x, !f, c == 0);
    return 0;
}
