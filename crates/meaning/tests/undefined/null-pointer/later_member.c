// Not the first member: the address that is accessed is not zero, but the pointer is null (6.5.2.3p4, 6.5.3.2p4).
struct node { int value; int rank; };
static int rank(const struct node *n) {
    return n->rank; //~ null-pointer
}
int main(void) {
    struct node *last = 0;
    return rank(last);
}
