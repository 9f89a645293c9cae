// A format without conversions (7.21.6.1p3).
int printf(const char *, ...);
int main(void) {
    const char *format = "plain\n";
    printf(format);
    return 0;
}
