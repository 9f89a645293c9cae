// The callee changes the string it is given; the caller gives a literal (6.4.5p7).
static void upper(char *s) {
    for (; *s; s++)
        if (*s >= 'a')
            *s -= 32; //~ literal-write
}
int main(void) {
    char own[] = "own";
    upper(own);
    upper("Literal");
    return 0;
}
