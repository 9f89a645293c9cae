// Who leaves `qsort` by way of the comparison function finds the elements in any order.
typedef long jmp_buf[40];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int printf(const char *, ...);
static jmp_buf env;
static int give_up(const void *a, const void *b)
{
    (void)a;
    (void)b;
    longjmp(env, 1);
}
int main(void)
{
    static int table[3] = {3, 1, 2};
    if (setjmp(env) == 0)
        qsort(table, 3, sizeof *table, give_up);
    printf("%d\n", table[0]);
    return 0;
}
