// Unsigned division by zero is as undefined as signed (6.5.5p5).
static unsigned ratio(unsigned a, const unsigned *b) {
    return a / *b; //~ division-by-zero
}
int main(void) {
    unsigned none = 0;
    return ratio(5, &none);
}
