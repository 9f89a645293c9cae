// Only the new block is freed; the old one is gone already (7.22.3.5p2).
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void free(void *);
int main(void) {
    char *p = malloc(4);
    char *q = realloc(p, 400);
    free(q);
    printf("ok\n");
    return 0;
}
