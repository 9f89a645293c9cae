// The block is one array of six ints, whatever its shape is thought to be.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    int *m = malloc(6 * sizeof *m);
    if (!m) return 1;
    for (int i = 0; i < 6; i++)
        m[i] = i;
    printf("%d\n", m[1 * 3 + 2]);
    free(m);
    return 0;
}
