// The type of the pointer does not matter, its value does.
int printf(const char *, ...);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void free(void *);
int main(void) {
    long *p = calloc(2, sizeof *p);
    if (!p) return 1;
    char *c = (char *)p;
    printf("%d\n", c[3]);
    free(c);
    return 0;
}
