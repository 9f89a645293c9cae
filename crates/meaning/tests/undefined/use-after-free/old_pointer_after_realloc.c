// realloc deallocates the old object, even if the new one has the same address (7.22.3.5p2).
void *malloc(__SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void free(void *);
int main(void) {
    int *p = malloc(4);
    if (!p) return 0;
    *p = 1;
    int *q = realloc(p, 8);
    if (!q) return 0;
    *p = 2; //~ use-after-free
    free(q);
    return 0;
}
