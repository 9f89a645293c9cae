// 6.5p7: what a bit-field has stored is no `int`, even if it fills one.
void *calloc(unsigned long, unsigned long);

struct s { int all : 32; };

static int get(const int *p)
{
    return *p; //~ aliasing
}

int main(void)
{
    struct s *s = calloc(1, sizeof *s);
    if (!s)
        return 0;
    s->all = 7;
    return get((const int *)s);
}
