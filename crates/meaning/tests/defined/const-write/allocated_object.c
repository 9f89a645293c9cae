// Allocated memory is not defined with any type, so no part of it is const.
int printf(const char *, ...);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void free(void *);
int main(void) {
    const int *p = calloc(1, sizeof *p);
    if (!p) return 1;
    *(int *)p = 6;
    printf("%d\n", *p);
    free((void *)p);
    return 0;
}
