// dialect: gnu
// The attribute `ifunc` names a function that says which one is meant.
int printf(const char *, ...);

static int implementation(int n)
{
    return n + 1;
}

static void *resolver(void)
{
    return (void *)implementation;
}

int chosen(int) __attribute__((ifunc("resolver")));

int main(void)
{
    int (*pointer)(int) = chosen;
    printf("%d %d\n", chosen(1), pointer(2));
    return 0;
}
