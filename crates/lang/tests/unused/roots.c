/* What stays although nothing names it. */
int external_object;
static int internal_object = 1;
extern int declared_elsewhere;
static volatile int seen_by_the_hardware;
int external_function(void) { return 0; }
static int internal_function(void) { return internal_object; }
static void at_start(void) __attribute__((constructor));
static void at_start(void) { }
static int kept __attribute__((used)) = 2;
_Static_assert(sizeof(int) == 4, "int");
__asm__(".globl marker");
#pragma GCC visibility push(default)
#pragma GCC visibility pop
;
