// A precision is undefined for c (7.21.6.1p4).
int printf(const char *, ...);
int main(void) {
    printf("%.2c\n", 'a'); //~ format
    return 0;
}
