// Eight is a valid alignment, and sixteen a multiple of it (7.22.3.1p2).
int printf(const char *, ...);
void *aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);
void free(void *);
int main(void) {
    long *p = aligned_alloc(8, 16);
    if (!p) return 1;
    p[1] = 5;
    printf("%ld\n", p[1]);
    free(p);
    return 0;
}
