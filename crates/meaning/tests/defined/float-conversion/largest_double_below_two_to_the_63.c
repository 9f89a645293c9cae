// The double next below 2^63 fits long (6.3.1.4p1).
int printf(const char *, ...);
int main(void) {
    double d = 0x1.fffffffffffffp62;
    printf("%ld\n", (long)d);
    return 0;
}
