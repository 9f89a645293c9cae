// The whole matrix, seen as bytes, is one object (6.3.2.3p7).
int printf(const char *, ...);
void *memset(void *, int, __SIZE_TYPE__);
int main(void) {
    signed char m[2][3];
    memset(m, 1, sizeof m);
    unsigned char *p = (unsigned char *)&m;
    printf("%d %d\n", p[5], m[1][2]);
    return 0;
}
