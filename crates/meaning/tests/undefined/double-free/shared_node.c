// Two lists share a node, and both are freed (7.22.3.3p2).
void *malloc(__SIZE_TYPE__);
void free(void *);
struct node { struct node *next; };
static void release(struct node *n) {
    free(n->next); //~ double-free
}
int main(void) {
    struct node a, b;
    a.next = b.next = malloc(sizeof(struct node));
    release(&a);
    release(&b);
    return 0;
}
