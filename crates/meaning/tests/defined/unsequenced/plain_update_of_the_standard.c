// The allowed examples of footnote 84: i = i + 1 and a[i] = i (6.5p2).
int printf(const char *, ...);
int main(void) {
    int a[3] = { 0 }, i = 1;
    i = i + 1;
    a[i] = i;
    printf("%d %d\n", i, a[2]);
    return 0;
}
