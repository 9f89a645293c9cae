// After free the pointer object gets a new value; its old one is not used.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    p = 0;
    printf("%d\n", p == 0);
    return 0;
}
