// EOF and all values of unsigned char are allowed (7.4p1).
int printf(const char *, ...);
int isalpha(int);
int main(void) {
    signed char c = -28;
    printf("%d %d %d\n", isalpha(-1) != 0, isalpha('a') != 0, isalpha((unsigned char)c) != 0);
    return 0;
}
