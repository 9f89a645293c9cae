// The loop steps to the next node through the one it has just freed (6.2.4p2).
void *malloc(__SIZE_TYPE__);
void free(void *);
struct node { struct node *next; };
int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    if (!a || !b) return 0;
    a->next = b;
    b->next = 0;
    while (a) {
        free(a);
        a = a->next; //~ use-after-free
    }
    return 0;
}
