// One of two blocks is freed, the other is used.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    char *a = malloc(2), *b = malloc(2);
    if (!a || !b) return 1;
    b[0] = 'b';
    b[1] = 0;
    free(a);
    printf("%s\n", b);
    free(b);
    return 0;
}
