int printf(const char *, ...);
int n;
static int next(void) { return ++n; }
int main(void) {
    int a[3] = { next(), next(), n }; //~ unspecified
    printf("%d %d %d\n", a[0], a[1], a[2]);
    return 0;
}
