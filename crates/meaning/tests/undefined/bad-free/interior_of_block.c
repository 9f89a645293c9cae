// The pointer was moved since malloc returned it (7.22.3.3p2).
void *malloc(__SIZE_TYPE__);
void free(void *);
static void release(char *p) {
    free(p); //~ bad-free
}
int main(void) {
    char *p = malloc(8);
    if (!p) return 0;
    p++;
    release(p);
    return 0;
}
