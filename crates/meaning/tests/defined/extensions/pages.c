// dialect: gnu
// `mmap` gives whole pages that are zero; what is taken away is not accessed again, what is protected is given back.
int printf(const char *, ...);
void *mmap(void *, unsigned long, int, int, int, long);
int munmap(void *, unsigned long);
int mprotect(void *, unsigned long, int);
int getpagesize(void);
unsigned long strlen(const char *);

int main(void)
{
    long page = getpagesize();
    char *p = mmap((void *)0, 3 * page, 3, 0x22, -1, 0);
    if (p == (void *)-1)
        return 1;
    int failed = munmap(p + 2 * page, page) + mprotect(p + page, page, 0);
    p[page - 3] = 'a';
    p[page - 2] = 'b';
    printf("%d %lu %d\n", failed, strlen(p + page - 3), (unsigned long)p % page == 0);
    failed = mprotect(p + page, page, 3);
    p[page - 1] = 'c';
    p[page] = 'd';
    printf("%d %lu %ld\n", failed, strlen(p + page - 3), page);
    return 0;
}
