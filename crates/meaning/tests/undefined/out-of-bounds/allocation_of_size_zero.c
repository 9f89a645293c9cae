// The pointer from malloc(0) shall not be used to access an object (7.22.3p1).
void *malloc(__SIZE_TYPE__);
int main(void) {
    char *p = malloc(0);
    if (!p) return 0;
    *p = 1; //~ out-of-bounds
    return 0;
}
