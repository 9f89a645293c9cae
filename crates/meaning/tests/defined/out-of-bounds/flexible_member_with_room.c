// The block has room for three elements behind the structure (6.7.2.1p18).
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
struct s { int n; int d[]; };
int main(void) {
    struct s *p = malloc(sizeof *p + 3 * sizeof(int));
    if (!p) return 1;
    for (p->n = 0; p->n < 3; p->n++)
        p->d[p->n] = p->n * 10;
    printf("%d %d\n", p->n, p->d[2]);
    free(p);
    return 0;
}
