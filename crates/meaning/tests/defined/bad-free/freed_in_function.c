// The callee gets the pointer as it was returned by malloc.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
static void release(void **p) {
    free(*p);
    *p = 0;
}
int main(void) {
    void *p = malloc(4);
    release(&p);
    printf("%d\n", p == 0);
    return 0;
}
