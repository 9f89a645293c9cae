// The bytes beyond the old size are indeterminate (7.22.3.5p2).
void *realloc(void *, __SIZE_TYPE__);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
int main(void) {
    char *p = calloc(4, 1);
    if (!p) return 0;
    p = realloc(p, 8);
    if (!p || p[3]) return 0;
    return p[4] ? 1 : 2; //~ uninitialized
}
