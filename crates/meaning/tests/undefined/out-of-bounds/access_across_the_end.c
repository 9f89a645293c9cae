// The last access of four bytes has only two of them inside the block (6.3.2.1p1).
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    int *p = malloc(6);
    if (!p) return 0;
    p[0] = 1;
    p[1] = 2; //~ out-of-bounds
    free(p);
    return 0;
}
