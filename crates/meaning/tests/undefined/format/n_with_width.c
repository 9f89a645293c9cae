// %n takes neither flags nor width nor precision (7.21.6.1p8).
int printf(const char *, ...);
int main(void) {
    int count = 0;
    printf("abc%5n\n", &count); //~ format
    return count;
}
