// Integers made from pointers may be subtracted; the same object gives the same integer (6.3.2.3p6).
int printf(const char *, ...);
int main(void) {
    int a[3];
    __INTPTR_TYPE__ x = (__INTPTR_TYPE__)&a[0], y = (__INTPTR_TYPE__)&a[2];
    printf("%d\n", (int)(y - x) == 2 * (int)sizeof(int));
    return 0;
}
