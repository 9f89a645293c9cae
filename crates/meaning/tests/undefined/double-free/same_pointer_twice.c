// The space has been deallocated by the first free (7.22.3.3p2).
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    free(p); //~ double-free
    return 0;
}
