// The string is copied behind its own end.
int printf(const char *, ...);
char *strcpy(char *restrict, const char *restrict);
int main(void) {
    char text[8] = "abc";
    strcpy(text + 4, text);
    printf("%s %s\n", text, text + 4);
    return 0;
}
