// One past the end of a may have the address of b, but it does not point to b (6.5.8p5).
static int a[2], b[2];
int main(void) {
    int *end = a + 2, *start = b;
    return end <= start; //~ pointer-comparison
}
