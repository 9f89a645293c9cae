// dialect: gnu
// The ABI of x86-64 aligns local arrays of 16 bytes and more to 16 (3.1.2); characters may be any type, says GCC's manual.
int printf(const char *, ...);
int main(void) {
    char bytes[24] = { 0 };
    int *p = (int *)bytes;
    p[2] = 7;
    printf("%d\n", bytes[8]);
    return 0;
}
