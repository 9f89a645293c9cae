// Zero may be divided.
int printf(const char *, ...);
int main(void) {
    int zero = 0;
    printf("%d %d\n", zero / 7, zero % 7);
    return 0;
}
