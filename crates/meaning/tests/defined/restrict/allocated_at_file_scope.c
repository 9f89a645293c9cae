// Two pointers at file scope lead to objects of their own, and one of them is moved along its own.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
static int *restrict a, *restrict b;
int main(void) {
    a = malloc(8 * sizeof *a);
    b = malloc(8 * sizeof *b);
    if (!a || !b) return 0;
    for (int i = 0; i < 8; i++) a[i] = i;
    for (int i = 0; i < 8; i++) b[i] = 2 * a[i];
    int sum = 0;
    for (int *p = b; p < b + 8; p++) sum += *p;
    printf("%d\n", sum);
    free(a);
    free(b);
    return 0;
}
