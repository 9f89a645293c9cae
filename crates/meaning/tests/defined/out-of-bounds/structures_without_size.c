// dialect: gnu
// A structure without a size (GNU) may stand where an object ends, and so may its members.
int printf(const char *, ...);

struct none { int values[0]; };
struct tail { int n; struct none rest; };

int main(void)
{
    struct tail tail = {1};
    struct none array[2];
    int *p = tail.rest.values, *q = (array + 2)->values;
    printf("%d %d\n", p == &tail.n + 1, q == (int *)(array + 2));
    return 0;
}
