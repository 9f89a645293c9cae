// &p->second designates a member of no object (6.3.2.1p1); only &*p and &p[i] are exempt (6.5.3.2p3).
struct pair { int first, second; };
static int *second(struct pair *p) {
    return &p->second; //~ null-pointer
}
int main(void) {
    return second(0) != 0;
}
