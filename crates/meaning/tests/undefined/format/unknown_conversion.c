// There is no conversion specifier y (7.21.6.1p9).
int printf(const char *, ...);
int main(void) {
    printf("%y\n", 1); //~ format
    return 0;
}
