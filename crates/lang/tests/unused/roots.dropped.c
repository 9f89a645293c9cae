int external_object;
static volatile int seen_by_the_hardware;
int external_function(void)
{
    return 0;
}
static void at_start(void) __attribute__((__constructor__));
static void at_start(void)
{
}
static int kept __attribute__((__used__)) = 2;
_Static_assert(sizeof(int) == 4, "int");
__asm__(".globl marker");
#pragma GCC visibility push(default)
#pragma GCC visibility pop
