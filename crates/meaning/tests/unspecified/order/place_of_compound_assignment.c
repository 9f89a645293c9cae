int printf(const char *, ...);
int a[2], i;
static int next(void) { return ++i; }
int main(void) {
    a[i] += next(); //~ unspecified
    printf("%d %d\n", a[0], a[1]);
    return 0;
}
