// dialect: gnu
// Under a limit that the program has set an allocation fails, or not.
struct rlimit {
    unsigned long soft, hard;
};
int setrlimit(int, const struct rlimit *);
void *malloc(unsigned long);
int printf(const char *, ...);
int main(void)
{
    struct rlimit none = {1000000, 1000000};
    if (setrlimit(9, &none) != 0)
        return 1;
    printf("%d\n", malloc(100) != 0);
    return 0;
}
