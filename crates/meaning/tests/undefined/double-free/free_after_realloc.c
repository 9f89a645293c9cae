// realloc has deallocated the old object (7.22.3.5p2, 7.22.3.3p2).
void *malloc(__SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void free(void *);
int main(void) {
    char *p = malloc(4);
    char *q = realloc(p, 4000);
    if (!q) return 0;
    free(p); //~ double-free
    return 0;
}
