// A character pointer to the structure reaches the bytes of all members (6.3.2.3p7).
int printf(const char *, ...);
struct s { unsigned char a[2], b[2]; };
int main(void) {
    struct s s = { { 1, 2 }, { 3, 4 } };
    unsigned char *p = (unsigned char *)&s;
    printf("%d %d\n", p[1], p[2]);
    return 0;
}
