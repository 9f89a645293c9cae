// The flag # is undefined for d (7.21.6.1p6).
int printf(const char *, ...);
int main(void) {
    printf("%#d\n", 1); //~ format
    return 0;
}
