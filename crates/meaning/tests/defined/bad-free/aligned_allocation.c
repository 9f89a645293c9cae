// Memory from aligned_alloc is freed like any other (7.22.3.1).
int printf(const char *, ...);
void *aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);
void free(void *);
int main(void) {
    char *p = aligned_alloc(64, 128);
    if (!p) return 1;
    printf("%d\n", (int)((__UINTPTR_TYPE__)p % 64));
    free(p);
    return 0;
}
