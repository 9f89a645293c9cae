// The corresponding unsigned type is allowed (6.5p7).
int printf(const char *, ...);
static unsigned get(unsigned *p) {
    return *p;
}
int main(void) {
    int x = -1;
    printf("%u\n", get((unsigned *)&x));
    return 0;
}
