// One past the end of a and the start of b may be the same address, but not the same array (6.5.6p9).
static struct { int a[2], b[2]; } s;
int main(void) {
    int *end = s.a + 2, *start = s.b;
    return end - start; //~ pointer-subtraction
}
