// The usual test whether two buffers overlap compares unrelated pointers (6.5.8p5).
static int inside(const char *p, const char *start, int length) {
    return p >= start && p < start + length; //~ pointer-comparison
}
static char a[8], b[8];
int main(void) {
    return inside(a + 3, a, 8) + inside(b, a, 8);
}
