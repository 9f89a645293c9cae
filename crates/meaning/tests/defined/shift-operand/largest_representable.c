// 1 << 30 and 3 << 29 fit int (6.5.7p4).
int printf(const char *, ...);
int main(void) {
    int count = 30;
    printf("%d %d\n", 1 << count, 3 << (count - 1));
    return 0;
}
