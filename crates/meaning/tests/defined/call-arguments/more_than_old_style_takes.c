// dialect: gnu
// C11 6.5.2.2p6 has no meaning for more arguments than an old-style function takes; with GCC they go nowhere on targets
// like these.
int printf(const char *, ...);

static int seven() { return 7; }

int main(void)
{
    printf("%d\n", seven(1, 2.0));
    return 0;
}
