// dialect: gnu
// `offsetof` in a structure whose members have run-time sizes, also behind them.
int printf(const char *, ...);
static void show(int n, int i, int j)
{
    typedef int row[n];
    struct s {
        char a;
        row b[n];
    };
    struct t {
        char a[n];
        long b;
    };
    printf("%d %d\n", (int)__builtin_offsetof(struct s, b[i][j]), (int)__builtin_offsetof(struct s, b));
    (void)sizeof(struct t);
}
int main(void)
{
    show(5, 2, 3);
    show(7, 6, 6);
    return 0;
}
