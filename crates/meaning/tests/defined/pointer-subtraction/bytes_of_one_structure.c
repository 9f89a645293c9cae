// As character pointers, members of one structure are bytes of one object (6.3.2.3p7).
int printf(const char *, ...);
struct s { int x, y; };
int main(void) {
    struct s s;
    char *base = (char *)&s;
    char *p = base + __builtin_offsetof(struct s, y);
    printf("%d\n", (int)(p - base));
    return 0;
}
