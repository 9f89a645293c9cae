// Only the result of realloc is used; the old contents are kept (7.22.3.5p2).
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void free(void *);
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 1;
    *p = 5;
    p = realloc(p, 4 * sizeof *p);
    if (!p) return 1;
    p[3] = p[0] + 1;
    printf("%d %d\n", p[0], p[3]);
    free(p);
    return 0;
}
