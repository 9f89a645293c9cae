// strncpy may leave out the null character; the array is read by length (7.24.2.4p2, footnote 308).
int printf(const char *, ...);
char *strncpy(char *restrict, const char *restrict, __SIZE_TYPE__);
int main(void) {
    char text[3];
    strncpy(text, "abcdef", 3);
    printf("%.3s\n", text);
    return 0;
}
