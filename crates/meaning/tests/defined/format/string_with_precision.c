// With a precision the array needs no null character (7.21.6.1p8).
int printf(const char *, ...);
int main(void) {
    char text[3] = { 'a', 'b', 'c' };
    printf("%.*s %.2s\n", 3, text, text);
    return 0;
}
