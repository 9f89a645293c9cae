// realloc of a null pointer is malloc (7.22.3.5p3).
int printf(const char *, ...);
void *realloc(void *, __SIZE_TYPE__);
void free(void *);
int main(void) {
    int *p = realloc(0, sizeof *p);
    if (!p) return 1;
    *p = 3;
    printf("%d\n", *p);
    free(p);
    return 0;
}
