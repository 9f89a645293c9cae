// strcpy writes into a string literal (6.4.5p7, 7.1.4p1).
char *strcpy(char *restrict, const char *restrict);
int main(void) {
    char *p = "0123456789";
    strcpy(p, "abc"); //~ literal-write
    return 0;
}
