// 255.9 and 2147483647.5 are truncated to the largest values (6.3.1.4p1).
int printf(const char *, ...);
int main(void) {
    double a = 255.9, b = 2147483647.5, c = -2147483648.75;
    printf("%d %d %d\n", (unsigned char)a, (int)b, (int)c);
    return 0;
}
