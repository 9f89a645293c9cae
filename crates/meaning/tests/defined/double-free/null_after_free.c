// The pointer is null when it is freed again.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    p = 0;
    free(p);
    printf("ok\n");
    return 0;
}
