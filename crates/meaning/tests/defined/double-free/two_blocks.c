// Each block is freed once, in another order.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    char *a = malloc(1), *b = malloc(1);
    free(b);
    free(a);
    printf("ok\n");
    return 0;
}
