// The length modifier hh does not go with s (7.21.6.1p7).
int printf(const char *, ...);
int main(void) {
    printf("%hhs\n", "a"); //~ format
    return 0;
}
