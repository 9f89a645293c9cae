// Allocated memory is not defined with a volatile type, however it is accessed.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    volatile int *v = malloc(sizeof *v);
    if (!v) return 1;
    *v = 3;
    int *p = (int *)v;
    printf("%d\n", *p);
    free(p);
    return 0;
}
