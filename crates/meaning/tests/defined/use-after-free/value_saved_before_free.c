// The value is copied before the memory is freed.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 1;
    *p = 6;
    int copy = *p;
    free(p);
    printf("%d\n", copy);
    return 0;
}
