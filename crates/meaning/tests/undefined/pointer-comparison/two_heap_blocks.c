// Two blocks are two objects (6.5.8p5).
void *malloc(__SIZE_TYPE__);
static int before(const char *p, const char *q) {
    return p < q; //~ pointer-comparison
}
int main(void) {
    char *a = malloc(1), *b = malloc(1);
    if (!a || !b) return 0;
    return before(a, a + 1) + before(a, b);
}
