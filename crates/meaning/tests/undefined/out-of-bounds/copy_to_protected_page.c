// dialect: gnu
// POSIX, mprotect: an access that a page does not allow gives a signal.
void *mmap(void *, unsigned long, int, int, int, long);
int mprotect(void *, unsigned long, int);
void *memcpy(void *, const void *, unsigned long);

int main(void)
{
    char *p = mmap((void *)0, 8192, 3, 0x22, -1, 0);
    mprotect(p + 4096, 4096, 0);
    memcpy(p + 4092, "abc", 4);
    memcpy(p + 4093, "abc", 4); //~ out-of-bounds
    return 0;
}
