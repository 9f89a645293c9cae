// dialect: gnu
// "A character type may alias any other type", says GCC's manual.
int printf(const char *, ...);
static _Alignas(8) char bytes[8] = { 1 };
int main(void) {
    int *p = (int *)bytes;
    p[1] = p[0] + 1;
    printf("%d %d\n", p[0], bytes[4]);
    return 0;
}
