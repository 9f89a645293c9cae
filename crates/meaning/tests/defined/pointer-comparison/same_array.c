// Elements of one array compare by their subscripts (6.5.8p5).
int printf(const char *, ...);
int main(void) {
    int a[4];
    printf("%d %d %d\n", &a[1] < &a[3], &a[2] >= &a[2], a + 4 > a);
    return 0;
}
