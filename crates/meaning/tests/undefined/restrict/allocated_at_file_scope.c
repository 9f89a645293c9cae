// The block of a pointer at file scope is the whole program (6.7.3.1p2): what it leads to is written by another pointer.
void *malloc(__SIZE_TYPE__);
static int *restrict shared;
static int other;
static void fill(int *p, int n) {
    for (int i = 0; i < n; i++) {
        other += i;
        p[i] = i; //~ restrict
    }
}
int main(void) {
    int *block = malloc(4 * sizeof *block);
    if (!block) return 0;
    shared = block;
    shared[3] = 1;
    fill(block, 4);
    return 0;
}
