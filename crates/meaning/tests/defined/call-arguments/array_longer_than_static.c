// At least four elements are asked for, and five are there (6.7.6.3p7).
int printf(const char *, ...);
static int last(int a[static 4]) {
    return a[3];
}
int main(void) {
    int five[5] = { 1, 2, 3, 4, 5 };
    printf("%d %d\n", last(five), last(five + 1));
    return 0;
}
