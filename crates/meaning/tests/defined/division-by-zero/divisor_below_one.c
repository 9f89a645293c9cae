// 0.5 is not zero while it is a double; the quotient 4.0 is converted afterwards.
int printf(const char *, ...);
int main(void) {
    double half = 0.5;
    int n = 2 / half;
    printf("%d\n", n);
    return 0;
}
