// %n stores how many characters were written (7.21.6.1p8).
int printf(const char *, ...);
int main(void) {
    int count = 0;
    printf("abc%n\n", &count);
    printf("%d\n", count);
    return 0;
}
