// The argument of %d is a double (7.21.6.1p9).
int printf(const char *, ...);
int main(void) {
    double x = 1.5;
    printf("%d\n", x); //~ format
    return 0;
}
