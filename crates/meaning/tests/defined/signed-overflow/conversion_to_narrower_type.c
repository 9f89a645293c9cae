// Conversion of an out-of-range value to a signed type is implementation-defined, not an overflow (6.3.1.3p3).
int printf(const char *, ...);
static signed char low_byte(int x) {
    return x;
}
int main(void) {
    printf("%d %d\n", low_byte(511), (int)4294967295u);
    return 0;
}
