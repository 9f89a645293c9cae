// There is no argument for the second conversion (7.21.6.1p2).
int printf(const char *, ...);
int main(void) {
    printf("%d %d\n", 1); //~ format
    return 0;
}
