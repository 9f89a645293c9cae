// sizeof does not evaluate p, and &p is not the value of p.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    int *p = malloc(sizeof *p);
    int **pp = &p;
    free(p);
    printf("%d %d\n", sizeof *p == sizeof(int), pp == &p);
    return 0;
}
