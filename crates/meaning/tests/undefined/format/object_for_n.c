// %n takes a pointer to int, not to short (7.21.6.1p8, p9).
int printf(const char *, ...);
int main(void) {
    short count = 0;
    printf("abc%n\n", &count); //~ format
    return count;
}
