// 1[a] is a[1] (6.5.2.1p2).
int printf(const char *, ...);
int main(void) {
    int a[2] = { 7, 8 };
    printf("%d\n", 1[a]);
    return 0;
}
