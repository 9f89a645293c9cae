// Only the member that fits the block is accessed.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    char *p = malloc(2);
    if (!p) return 1;
    p[0] = 3;
    p[1] = 4;
    printf("%d\n", p[0] + p[1]);
    free(p);
    return 0;
}
