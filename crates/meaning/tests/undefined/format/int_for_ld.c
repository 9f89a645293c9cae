// %ld takes a long (7.21.6.1p7, p9).
int printf(const char *, ...);
int main(void) {
    int n = 5;
    printf("%ld\n", n); //~ format
    return 0;
}
