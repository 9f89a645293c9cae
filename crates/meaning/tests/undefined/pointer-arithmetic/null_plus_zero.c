// In C11 not even zero may be added to a null pointer (6.5.6p8); neither GCC nor Clang documents otherwise.
static char *advance(char *p, int n) {
    return p + n; //~ pointer-arithmetic
}
int main(void) {
    char *p = advance(0, 0);
    return p != 0;
}
