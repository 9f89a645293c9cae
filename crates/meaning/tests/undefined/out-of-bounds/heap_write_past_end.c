// The fifth int of a block of four (6.5.6p8).
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    int *p = malloc(4 * sizeof *p);
    if (!p) return 0;
    for (int i = 0; i <= 4; i++)
        p[i] = i; //~ out-of-bounds
    free(p);
    return 0;
}
