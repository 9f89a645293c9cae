// Null pointers point into no array (6.5.6p9).
int main(void) {
    char *p = 0, *q = 0;
    return p - q; //~ pointer-subtraction
}
