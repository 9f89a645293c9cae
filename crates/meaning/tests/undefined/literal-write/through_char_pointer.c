// The array of a string literal must not be modified (6.4.5p7).
int main(void) {
    char *p = "abc";
    p[0] = 'x'; //~ literal-write
    return 0;
}
