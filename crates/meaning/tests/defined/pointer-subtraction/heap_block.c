// Two pointers into one block.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    short *p = malloc(10 * sizeof *p);
    if (!p) return 1;
    short *q = p + 10;
    printf("%d\n", (int)(q - p));
    free(p);
    return 0;
}
