// calloc sets all bytes to zero (7.22.3.2p2).
int printf(const char *, ...);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void free(void *);
int main(void) {
    int *p = calloc(3, sizeof *p);
    if (!p) return 1;
    printf("%d\n", p[0] + p[1] + p[2]);
    free(p);
    return 0;
}
