// The unsigned char 200 stays 200 when it is promoted; it would be negative in signed char, never zero.
int printf(const char *, ...);
int main(void) {
    unsigned char divisor = 200;
    printf("%d %d\n", 1000 / divisor, 1000 % (signed char)divisor);
    return 0;
}
