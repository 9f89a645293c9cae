int printf(const char *, ...);
int strcmp(const char *, const char *);
int m, n;
static int one(void) { return ++m; }
static int two(void) { return ++n; }
int main(void) {
    int a[] = { one(), two(), one() * 0 };
    printf("%d %d %d\n", a[0] && a[1], one() > 0 | two() > 0, strcmp("a", "b") < 0 && strcmp("b", "a") > 0);
    return 0;
}
