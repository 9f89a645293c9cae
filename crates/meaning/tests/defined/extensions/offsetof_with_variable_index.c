// dialect: gnu
// `__builtin_offsetof` takes an index that is no constant (GCC's manual, "Offsetof").
int printf(const char *, ...);

struct pair { char tag; short values[4]; };
struct table { int n; struct pair pairs[5]; };

int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("%lu ", (unsigned long)__builtin_offsetof(struct table, pairs[i].values[i + 1]));
    printf("\n");
    return 0;
}
