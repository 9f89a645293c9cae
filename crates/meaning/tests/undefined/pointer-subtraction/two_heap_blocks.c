// Two blocks from malloc are different objects, however near (6.5.6p9).
void *malloc(__SIZE_TYPE__);
static long distance(const char *p, const char *q) {
    return p - q; //~ pointer-subtraction
}
int main(void) {
    char *a = malloc(16), *b = malloc(16);
    if (!a || !b) return 0;
    return distance(b, a) == 0;
}
