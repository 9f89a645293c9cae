// The block has exactly the size of the structure.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
struct pair { long first, second; };
int main(void) {
    struct pair *p = malloc(sizeof *p);
    if (!p) return 1;
    p->second = 2;
    p->first = 1;
    printf("%ld\n", p->first + p->second);
    free(p);
    return 0;
}
