// Offset 8 of a block from malloc is aligned for every type of eight bytes (7.22.3p1).
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    char *block = malloc(32);
    if (!block) return 1;
    long long *p = (long long *)(block + 8);
    *p = 5;
    printf("%lld\n", *p);
    free(block);
    return 0;
}
