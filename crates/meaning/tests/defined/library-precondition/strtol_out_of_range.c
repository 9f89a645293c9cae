// strtol, unlike atoi, says what it returns when the value does not fit (7.22.1.4p8).
int printf(const char *, ...);
long strtol(const char *restrict, char **restrict, int);
int atoi(const char *);
int main(void) {
    printf("%d %d\n", strtol("99999999999999999999", 0, 10) > 0x7ffffffe, atoi("-12"));
    return 0;
}
