// dialect: gnu
// POSIX, munmap: further references to pages that were removed give a signal; C knows no such object any more (6.2.4p2).
void *mmap(void *, unsigned long, int, int, int, long);
int munmap(void *, unsigned long);

static void fill(char *p, long n)
{
    while (n-- > 0)
        *p++ = 1; //~ out-of-bounds
}

int main(void)
{
    char *p = mmap((void *)0, 8192, 3, 0x22, -1, 0);
    munmap(p + 4096, 4096);
    fill(p, 4096);
    fill(p + 4090, 10);
    return 0;
}
