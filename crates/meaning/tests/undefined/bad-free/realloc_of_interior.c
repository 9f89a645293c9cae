// realloc has the same rule as free (7.22.3.5p3).
void *malloc(__SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
int main(void) {
    int *p = malloc(4 * sizeof *p);
    if (!p) return 0;
    p = realloc(p + 1, 64); //~ bad-free
    return p == 0;
}
