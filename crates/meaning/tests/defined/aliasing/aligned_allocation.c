// dialect: gnu
// `posix_memalign` of POSIX gives a pointer by way of a `void **`, which GCC takes as a write of bytes.
int printf(const char *, ...);
int posix_memalign(void **, unsigned long, unsigned long);
void free(void *);

int main(void)
{
    int *p = 0;
    if (posix_memalign((void **)&p, 64, 10 * sizeof *p) != 0)
        return 1;
    *p = 3;
    printf("%d %d\n", *p, (unsigned long)p % 64 == 0);
    free(p);
    return 0;
}
