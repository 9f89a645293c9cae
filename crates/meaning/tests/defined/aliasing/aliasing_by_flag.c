// flags: -fno-strict-aliasing
// With -fno-strict-aliasing, which GCC and Clang both document, any type may access any memory.
int printf(const char *, ...);
int main(void) {
    float f = 1.0f;
    unsigned *p = (unsigned *)&f;
    *p = 0x40000000;
    printf("%.1f\n", f);
    return 0;
}
