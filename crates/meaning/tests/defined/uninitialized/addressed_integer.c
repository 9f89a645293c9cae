// dialect: gnu
// The value of an integer whose address is taken is unspecified before it has one: C11 6.3.2.1p2 is about others, and GCC
// documents that every pattern of bits is a value.
int printf(const char *, ...);

struct flags { int set; int unset : 7; int other; };

static int look(struct flags *f)
{
    if (f->unset == 3 || f->other == 3)
        f->set = 1;
    return f->set != 0;
}

int main(void)
{
    struct flags f;
    int numbers[4];
    f.set = 1;
    numbers[2] = 6;
    int sum = numbers[2] + (numbers[1] & 0);
    printf("%d %d\n", look(&f), sum);
    return 0;
}
