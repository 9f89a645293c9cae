// A structure is never a trap representation, even if a member is indeterminate (6.2.6.1p6).
int printf(const char *, ...);
struct pair { int first, second; };
static struct pair make(void) {
    struct pair p;
    p.first = 7;
    return p;
}
int main(void) {
    struct pair p = make(), q;
    q = p;
    printf("%d\n", q.first);
    return 0;
}
