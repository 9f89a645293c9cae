// The complete specification shall be %% (7.21.6.1p8).
int printf(const char *, ...);
int main(void) {
    printf("%5%\n"); //~ format
    return 0;
}
