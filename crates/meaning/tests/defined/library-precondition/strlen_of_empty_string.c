// The empty string is a string.
int printf(const char *, ...);
__SIZE_TYPE__ strlen(const char *);
int main(void) {
    char none[1] = "";
    printf("%d\n", (int)strlen(none));
    return 0;
}
