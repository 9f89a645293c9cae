// With GCC and Clang an enumeration without negative values is compatible with unsigned int (6.7.2.2p4).
int printf(const char *, ...);
enum color { red, green, blue };
static void next(unsigned *p) {
    ++*p;
}
int main(void) {
    enum color c = green;
    next((unsigned *)&c);
    printf("%d\n", c == blue);
    return 0;
}
