// The pointer leads to allocated memory first, and to a static object later (6.7.3.1p4).
void *malloc(__SIZE_TYPE__);
static int *restrict shared;
static int object;
int main(void) {
    shared = malloc(sizeof *shared);
    if (!shared) return 0;
    *shared = 1;
    shared = &object;
    *shared = 2;
    return object; //~ restrict
}
