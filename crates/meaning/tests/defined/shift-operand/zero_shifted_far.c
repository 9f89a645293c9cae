// Zero stays zero, whatever the count (6.5.7p4).
int printf(const char *, ...);
int main(void) {
    int zero = 0;
    printf("%d\n", zero << 31);
    return 0;
}
