// Allocated memory is read after free (7.22.3p1, 6.2.4p2).
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = 1;
    free(p);
    return *p; //~ use-after-free
}
