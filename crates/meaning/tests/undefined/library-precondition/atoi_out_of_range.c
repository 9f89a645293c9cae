// The value does not fit int: atoi need not behave in any way (7.22.1p1).
int atoi(const char *);
static int number(const char *text) {
    return atoi(text); //~ library-precondition
}
int main(void) {
    return number("12") + number("99999999999") > 0;
}
