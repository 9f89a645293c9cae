static int target(void)
{
    return 1;
}
int other_name(void) __attribute__((__alias__("target")));
static int labelled(void) __asm__("in_assembler");
static int labelled(void)
{
    return 2;
}
int third_name(void) __attribute__((__alias__("in_assembler")));
static int called(void)
{
    return 3;
}
int by_asm(void)
{
    int r;
    __asm__("call called" : "=a" (r));
    return r;
}
static void release(int *p)
{
    *p = 0;
}
int with_cleanup(void)
{
    int local __attribute__((__cleanup__(release))) = 1;
    return local;
}
extern int report(const char *, ...) __attribute__((__format__(printf, 1, 2)));
int by_format(void)
{
    return report("not_called");
}
static int weakened;
#pragma weak weakened_alias = weakened
extern void *memset(void *, int, unsigned long) __asm__("my_memset");
