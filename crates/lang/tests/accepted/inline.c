inline int a(int x) { return x; }
extern inline int a(int x);
static inline int b(void) { return a(1); }
extern inline __attribute__((gnu_inline)) int c(void) { return 1; }
int c(void) { return 2; }
_Noreturn void d(void) { for (;;) ; }
int e(void) { return b() + c(); }
