// The address of a member that is not the first (7.22.3.3p2).
void *malloc(__SIZE_TYPE__);
void free(void *);
struct pair { int *first; int second; };
int main(void) {
    struct pair *p = malloc(sizeof *p);
    if (!p) return 0;
    free(&p->second); //~ bad-free
    return 0;
}
