// The pointer is made an integer, changed there and back, and made the same pointer again (6.3.2.3p5, p6: documented).
int printf(const char *, ...);
int main(void) {
    int x = 5;
    __UINTPTR_TYPE__ address = (__UINTPTR_TYPE__)&x;
    address += 1000;
    address -= 1000;
    printf("%d\n", *(int *)address);
    return 0;
}
