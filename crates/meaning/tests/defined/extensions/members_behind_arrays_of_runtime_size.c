// dialect: gnu
// Behind an array of run-time size each member begins at the next multiple of its alignment.
int printf(const char *, ...);
static void show(int n)
{
    struct odd {
        char c[n];
        short s;
        char d[n];
        double x;
        char e;
    } odd;
    struct wide {
        __attribute__((aligned(16))) struct {
            short c;
        } a[n];
        int b[n];
    } wide;
    char *start = (char *)&odd;
    printf("%d %d %d %d %d\n", (int)((char *)&odd.s - start), (int)(odd.d - start), (int)((char *)&odd.x - start),
           (int)(&odd.e - start), (int)sizeof odd);
    printf("%d %d\n", (int)((char *)wide.b - (char *)&wide), (int)sizeof wide);
    for (int i = 0; i < n; i++) {
        wide.a[i].c = i;
        wide.b[i] = 2 * i;
        odd.c[i] = odd.d[i] = i;
    }
    odd.s = 1000;
    odd.x = 0.5;
    odd.e = 'e';
    printf("%d %d %d %g %c\n", wide.a[n - 1].c, wide.b[0], odd.s + odd.c[n - 1] + odd.d[n - 1], odd.x, odd.e);
}
int main(void)
{
    for (int n = 1; n < 10; n += 4)
        show(n);
    return 0;
}
