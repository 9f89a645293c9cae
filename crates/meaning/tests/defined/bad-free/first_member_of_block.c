// A pointer to the first member, converted, is the pointer to the structure (6.7.2.1p15).
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
struct pair { int first, second; };
int main(void) {
    struct pair *p = malloc(sizeof *p);
    if (!p) return 1;
    p->first = 6;
    printf("%d\n", p->first);
    free(&p->first);
    return 0;
}
