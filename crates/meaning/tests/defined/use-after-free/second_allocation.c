// The second block may have the address of the first; it is used through its own pointer.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    int *q = malloc(sizeof *q);
    if (!q) return 1;
    *q = 8;
    printf("%d\n", *q);
    free(q);
    return 0;
}
