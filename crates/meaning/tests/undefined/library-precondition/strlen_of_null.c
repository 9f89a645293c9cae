// A null pointer is no string (7.1.4p1).
__SIZE_TYPE__ strlen(const char *);
static int length(const char *s) {
    return (int)strlen(s); //~ library-precondition
}
int main(void) {
    return length("abc") + length(0);
}
