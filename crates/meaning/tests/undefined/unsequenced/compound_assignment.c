// The increment is unsequenced with the read and the store of += (6.5p2, 6.5.16.2p3).
struct counter { int n; };
static void bump(struct counter *a, struct counter *b) {
    a->n += b->n++; //~ unsequenced
}
int main(void) {
    struct counter c = { 3 };
    bump(&c, &c);
    return c.n;
}
