// Each expression of a for statement is a full expression (6.8p4).
int printf(const char *, ...);
int main(void) {
    int i, n = 0;
    for (i = 0; i++ < 3; i++)
        n += i;
    printf("%d %d\n", i, n);
    return 0;
}
