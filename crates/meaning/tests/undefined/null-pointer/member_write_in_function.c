// The caller passes a null pointer, and the callee writes a member of what it points to (6.5.2.3p4, 6.3.2.1p1).
struct node { int value; struct node *next; };
static void set(struct node *n) {
    n->value = 1; //~ null-pointer
}
int main(void) {
    struct node last = { 0, 0 };
    set(&last);
    set(last.next);
    return 0;
}
