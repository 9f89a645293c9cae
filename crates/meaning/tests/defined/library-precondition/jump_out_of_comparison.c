// A comparison function may be left by `longjmp`; the elements are all still there, in any order (7.22.5, 7.13.2.1).
typedef long jmp_buf[40];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int printf(const char *, ...);
static jmp_buf env;
static volatile int calls;
static int give_up(const void *a, const void *b)
{
    (void)a;
    (void)b;
    calls = calls + 1;
    longjmp(env, 7);
}
static int ascending(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static void nested(int *table, int depth)
{
    if (depth > 0)
        nested(table, depth - 1);
    else
        qsort(table, 5, sizeof *table, give_up);
}
int main(void)
{
    static int table[5] = {5, 3, 1, 4, 2};
    int sum = 0;
    switch (setjmp(env)) {
    case 0:
        nested(table, 3);
        printf("sorted\n");
        break;
    case 7:
        printf("left\n");
    }
    for (int i = 0; i < 5; i++)
        sum += table[i];
    if (setjmp(env) == 0)
        bsearch(&sum, table, 5, sizeof *table, give_up);
    qsort(table, 5, sizeof *table, ascending);
    printf("%d %d %d%d%d%d%d\n", calls, sum, table[0], table[1], table[2], table[3], table[4]);
    return 0;
}
