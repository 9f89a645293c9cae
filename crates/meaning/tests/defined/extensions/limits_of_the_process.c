// dialect: gnu
// flags: -fsplit-stack
// A process may limit itself; where memory is short, an allocation may fail, or not. A stack in parts is as large as memory.
struct rlimit {
    unsigned long soft, hard;
};
int setrlimit(int, const struct rlimit *);
void *malloc(unsigned long);
void free(void *);
int printf(const char *, ...);
static void __attribute__((noinline)) use(char *buffer)
{
    buffer[0] = 1;
}
static int down(int n)
{
    char buffer[10000];
    use(buffer);
    return n > 0 ? down(n - 1) + buffer[0] : 0;
}
int main(void)
{
    struct rlimit wrong = {9, 8}, stack = {8192 * 1024, 8192 * 1024}, none = {0, 0};
    printf("%d %d\n", setrlimit(3, &wrong), setrlimit(3, &stack));
    printf("%d\n", down(1000));
    if (setrlimit(9, &none) != 0)
        return 1;
    char *p = malloc(100000000);
    if (p)
        p[0] = 'a';
    free(p);
    return 0;
}
