// c += 100 is computed in int, where 200 fits, and converted to signed char modulo 256 (6.5.16.2p3, 6.3.1.3p3).
int printf(const char *, ...);
int main(void) {
    signed char c = 100;
    c += 100;
    printf("%d\n", c);
    return 0;
}
