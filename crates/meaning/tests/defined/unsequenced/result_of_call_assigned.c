// The call ends before its value is stored, and so do its side effects on x (6.5.2.2p10, 6.5.16p3).
int printf(const char *, ...);
static int twice(int *p) {
    *p += 1;
    return *p * 2;
}
int main(void) {
    int x = 1;
    x = twice(&x);
    printf("%d\n", x);
    return 0;
}
