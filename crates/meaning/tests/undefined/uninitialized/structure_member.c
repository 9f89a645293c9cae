// Only one of the members was assigned (6.2.4p6, 6.7.9p10).
struct pair { int first, second; };
static void fill(struct pair *p) {
    p->first = 1;
}
int main(void) {
    struct pair p;
    fill(&p);
    return p.first + p.second; //~ uninitialized
}
