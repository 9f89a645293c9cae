// strcpy copies a string one character further in the same array (7.24.2.3p2).
char *strcpy(char *restrict, const char *restrict);
static void insert(char *text) {
    strcpy(text + 1, text); //~ overlap
    text[0] = '-';
}
int main(void) {
    char text[8] = "abc";
    insert(text);
    return 0;
}
