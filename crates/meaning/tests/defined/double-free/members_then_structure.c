// The member's block and the structure's block are two blocks.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
struct s { int *p; };
int main(void) {
    struct s *s = malloc(sizeof *s);
    if (!s) return 1;
    s->p = malloc(4);
    free(s->p);
    free(s);
    printf("ok\n");
    return 0;
}
