// dialect: gnu
// The operand of `typeof` is evaluated where it is, or leads to, a structure of run-time size.
int printf(const char *, ...);

int main(void) {
    int n = 0;
    int size = sizeof(typeof(*({
        n = 10;
        struct runtime { int x[n]; } x;
        &x;
    })));
    printf("%d %d\n", size, n);
    typeof(({
        n = 3;
        struct runtime { int x[n]; } x;
        (void)x;
        (struct runtime *)0;
    })) p = 0;
    printf("%d %d\n", (int)sizeof *p, n);
    return 0;
}
