// 6.5p7: the structure has a bit-field of type `int`, and no `int`.
void *malloc(unsigned long);

struct s { int low : 12, high : 20; };

int main(void)
{
    void *p = malloc(sizeof(struct s));
    if (!p)
        return 0;
    *(int *)p = 45;
    struct s s = *(struct s *)p; //~ aliasing
    return s.low;
}
