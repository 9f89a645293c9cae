// A structure of which a part has no value is passed on, copied and returned; then that part is used.
struct some { int a; char c; long b; };

static struct some passed(struct some it, int n)
{
    it.a += n;
    return n > 0 ? passed(it, n - 1) : it;
}

int main(void)
{
    struct some it, other = {1, 2, 3};
    it.a = 4;
    it.c = 'c';
    other = passed(it, 3);
    it = other;
    return it.a + it.c + (int)passed(it, 1).b;
}
