// The pointer is tested before it is used (6.5.13p4).
int printf(const char *, ...);
struct node { int value; struct node *next; };
static int length(struct node *n) {
    int count = 0;
    while (n && n->value)
        n = n->next, count++;
    return count;
}
int main(void) {
    struct node b = { 2, 0 }, a = { 1, &b };
    printf("%d %d\n", length(&a), length(0));
    return 0;
}
