// The division happens in long, where the quotient is representable (6.3.1.8p1, 6.5.5p6).
int printf(const char *, ...);
int main(void) {
    int x = -2147483647 - 1;
    long minus_one = -1;
    printf("%ld %d %d\n", x / minus_one, x / 1, x % 1);
    return 0;
}
