// dialect: gnu
// The operand is evaluated, because its type has a run-time size.
int printf(const char *, ...);
int main(void) {
    int n = 0;
    unsigned long size = sizeof(*({ n = 10; struct s { int x[n]; } x; &x; }));
    printf("%d %d\n", (int)(size / sizeof n), n);
    return 0;
}
