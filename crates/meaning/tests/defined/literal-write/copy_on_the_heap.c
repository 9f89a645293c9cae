// The literal is copied, and the copy is changed.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
char *strcpy(char *restrict, const char *restrict);
int main(void) {
    char *p = malloc(6);
    if (!p) return 1;
    strcpy(p, "hello");
    p[0] = 'j';
    printf("%s\n", p);
    free(p);
    return 0;
}
