// 6.5p7: a store of a `short` gives the bytes that type, and a bit-field of type `_Bool` in them is something else.
void *calloc(unsigned long, unsigned long);

struct s { signed char first; _Bool second : 1; };

static void set(void *p)
{
    *(short *)p = 1;
}

int main(void)
{
    struct s *s = calloc(1, sizeof *s);
    if (!s)
        return 0;
    s->second = 1;
    set(s);
    return s->second; //~ aliasing
}
