// With GCC and Clang this enumeration is compatible with unsigned int (6.7.2.2p4).
int printf(const char *, ...);
enum color { red, green };
static int code(enum color c) {
    return c + 5;
}
int main(void) {
    int (*f)(unsigned) = code;
    printf("%d\n", f(1));
    return 0;
}
