// An array at the end of a structure may be longer than declared, also where that structure, or a union, is the last member of
// another (-fstrict-flex-arrays; undefined by C11 6.5.6p8).
int printf(const char *, ...);
void *malloc(unsigned long);

struct inner { int n; int values[1]; };
struct outer { int tag; struct inner inner; };
struct choice { int tag; union { short small[1]; int large; } u; };

int main(void)
{
    struct outer *p = malloc(sizeof(struct outer) + 40);
    struct inner *q = &p->inner;
    q->values[5] = 3;
    struct choice *c = malloc(sizeof(struct choice) + 40);
    c->u.small[9] = 4;
    printf("%d %d\n", p->inner.values[5], c->u.small[9]);
    return 0;
}
