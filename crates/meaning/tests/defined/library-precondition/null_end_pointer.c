// strtol is told by a null pointer that the end is of no interest (7.22.1.4p5).
int printf(const char *, ...);
long strtol(const char *restrict, char **restrict, int);
int main(void) {
    printf("%ld %ld\n", strtol("42abc", 0, 10), strtol("ff", 0, 16));
    return 0;
}
