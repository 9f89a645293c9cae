// An operand reads what the one beside it has read and what the one after that changes.
static int number = 1;

static int read_twice(int *p)
{
    return *p > 0 && *p < 9 ? *p : 0;
}

static int changed(int *p)
{
    *p = *p + 1;
    return *p;
}

int main(void)
{
    int *p = &number;
    int sum = *p + read_twice(p) + *p;
    sum += (*p, changed(p)) + read_twice(p);
    return sum + *p + (*p)++;
}
