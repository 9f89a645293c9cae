// GCC and Clang document (-fstrict-flex-arrays) that trailing arrays count as flexible by default.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
struct list { int n; int items[1]; };
int main(void) {
    struct list *p = malloc(sizeof *p + 3 * sizeof(int));
    if (!p) return 1;
    for (int i = 0; i < 3; i++)
        p->items[i] = i * 7;
    printf("%d\n", p->items[2]);
    free(p);
    return 0;
}
