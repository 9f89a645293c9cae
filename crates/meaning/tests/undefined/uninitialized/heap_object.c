// The value of an object allocated by malloc is indeterminate (7.22.3.4p2, J.2).
void *malloc(__SIZE_TYPE__);
static int twice(const int *p) {
    return *p * 2; //~ uninitialized
}
int main(void) {
    int *p = malloc(2 * sizeof *p);
    if (!p) return 0;
    p[0] = 1;
    return twice(p) + twice(p + 1);
}
