// The array has room for the null character, which strlen finds and does not count.
int printf(const char *, ...);
__SIZE_TYPE__ strlen(const char *);
int main(void) {
    char text[4] = "abc";
    printf("%d %d\n", (int)strlen(text), text[3]);
    return 0;
}
