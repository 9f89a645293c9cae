// `p->x` designates a member of the object that `p` points to (6.5.2.3p4); there is none, even if the address is all that is
// asked for, and the member is the first.
struct pair { int x, y; };

static int *first(struct pair *p) {
    return &p->x; //~ null-pointer
}

int main(void) {
    return first(0) != 0;
}
