// No modulo is applied: the range for unsigned is (-1, 2^32) (6.3.1.4p1, footnote 61).
int main(void) {
    double d = -1.0;
    unsigned u = d; //~ float-conversion
    return u == 0;
}
