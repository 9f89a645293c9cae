// A pointer into the middle of the block dangles like the pointer to its start (6.2.4p2).
void *malloc(__SIZE_TYPE__);
void free(void *);
struct pair { int first, second; };
int main(void) {
    struct pair *p = malloc(sizeof *p);
    if (!p) return 0;
    int *second = &p->second;
    *second = 2;
    free(p);
    return *second; //~ use-after-free
}
