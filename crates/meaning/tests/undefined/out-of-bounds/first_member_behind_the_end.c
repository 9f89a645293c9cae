// 6.5.6p8, 6.5.2.3p4: a pointer one past the last element leads to no structure, so that it has no first member either.
struct pair { int first, second; };

static struct pair pairs[3];

static int *first(struct pair *p)
{
    return &p->first; //~ out-of-bounds
}

int main(void)
{
    return first(pairs + 2) == first(pairs + 3);
}
