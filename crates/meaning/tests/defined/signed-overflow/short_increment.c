// ++ of a short is computed in int and converted back: implementation-defined, modulo 2^16, no overflow (6.3.1.3p3).
int printf(const char *, ...);
int main(void) {
    short s = 32767;
    s++;
    printf("%d\n", s);
    return 0;
}
