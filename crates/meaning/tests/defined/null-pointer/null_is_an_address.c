// flags: -fno-delete-null-pointer-checks
int printf(const char *, ...);
struct s { int a, b; };
static long place(struct s *p) { return (long)&p->b; }
int main(void) {
    char *null = 0;
    int *array = 0;
    printf("%ld %d %ld %ld\n", place(0), null + 1 == (char *)1, (long)&array[2], null - null);
    return 0;
}
