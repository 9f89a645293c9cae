// The callee frees its argument, and the caller does it again (7.22.3.3p2).
void *malloc(__SIZE_TYPE__);
void free(void *);
static int consume(char *p) {
    int first = p[0];
    free(p);
    return first;
}
int main(void) {
    char *p = malloc(2);
    if (!p) return 0;
    p[0] = 1;
    int n = consume(p);
    free(p); //~ double-free
    return n;
}
