// Each store to allocated memory sets its effective type anew (6.5p6).
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    void *block = malloc(8);
    if (!block) return 1;
    *(int *)block = 5;
    printf("%d ", *(int *)block);
    *(float *)block = 2.5f;
    printf("%.1f\n", *(float *)block);
    free(block);
    return 0;
}
