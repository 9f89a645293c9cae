// realloc of memory that was freed (7.22.3.5p3).
void *malloc(__SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void free(void *);
int main(void) {
    char *p = malloc(4);
    free(p);
    p = realloc(p, 8); //~ double-free
    return p == 0;
}
