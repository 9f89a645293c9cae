// The pointer holds a new block when it is freed again.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    for (int i = 0; i < 3; i++) {
        char *p = malloc(8);
        free(p);
    }
    printf("ok\n");
    return 0;
}
