// The next node is fetched before this one is freed.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
struct node { struct node *next; };
int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *next;
    int freed = 0;
    if (!a || !b) return 1;
    a->next = b;
    b->next = 0;
    for (; a; a = next, freed++) {
        next = a->next;
        free(a);
    }
    printf("%d\n", freed);
    return 0;
}
