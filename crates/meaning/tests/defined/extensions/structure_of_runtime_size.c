// dialect: gnu
// A member of run-time size moves the members behind it, and belongs to the size of the structure (GNU). Its bound is evaluated
// where the structure is declared.
int printf(const char *, ...);

static unsigned long measure(int n)
{
    struct pair { int before; int numbers[n]; short after; } x, *p = &x, many[2];
    n++;
    p->before = 1;
    for (int i = 0; i < n - 1; i++)
        x.numbers[i] = i;
    x.after = 7;
    many[1].after = 8;
    printf("%d %d %d ", x.before, p->numbers[n - 2], p->after + many[1].after);
    printf("%ld ", (char *)&x.after - (char *)&x);
    return sizeof x + sizeof(struct pair);
}

int main(void)
{
    printf("%lu\n", measure(3));
    return 0;
}
