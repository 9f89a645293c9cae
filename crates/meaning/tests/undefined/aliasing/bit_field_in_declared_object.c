// 6.5p7: the declared type of the object is `float`, and the lvalue is a bit-field of type `unsigned`.
struct bits { unsigned low : 12; };

static float object = 1;

int main(void)
{
    struct bits *p = (struct bits *)&object;
    p->low = 1; //~ aliasing
    return 0;
}
