// A negative char is not representable as unsigned char (7.4p1).
int toupper(int);
static int count_changed(const signed char *s) {
    int n = 0;
    for (; *s; s++)
        n += toupper(*s) != *s; //~ library-precondition
    return n;
}
int main(void) {
    signed char text[3] = { 'a', -28, 0 };
    return count_changed(text);
}
