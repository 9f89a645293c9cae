// Allocated memory is set as a whole before it is used as a structure with a const member.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
void free(void *);
struct s { const int id; int value; };
int main(void) {
    struct s init = { 3, 4 }, *p = malloc(sizeof *p);
    if (!p) return 1;
    memcpy(p, &init, sizeof *p);
    printf("%d %d\n", p->id, p->value);
    free(p);
    return 0;
}
