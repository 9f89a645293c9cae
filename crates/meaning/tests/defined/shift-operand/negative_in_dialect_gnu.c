// dialect: gnu
// GCC documents that << acts on the representation; in this dialect it is defined (UBSan reports it all the same).
int printf(const char *, ...);
int main(void) {
    int x = -1, count = 31;
    printf("%d %d\n", x << 4, 1 << count);
    return 0;
}
