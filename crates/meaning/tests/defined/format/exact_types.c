// Each argument has the type of its conversion (7.21.6.1p7, p8).
int printf(const char *, ...);
int main(void) {
    printf("%ld %llu %zu %Lf %5.2f|%-4d|%04x\n", -1L, 2ULL, sizeof(char), 1.0L, 3.14159, 7, 255u);
    return 0;
}
