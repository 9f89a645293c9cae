int a __attribute__((section(".data.a"), used, aligned(8)));
static int b __attribute__((unused));
extern int c __attribute__((weak, visibility("hidden")));
void d(const char *p, ...) __attribute__((format(printf, 1, 2), nonnull(1), cold));
void *e(unsigned long n) __attribute__((malloc, alloc_size(1), returns_nonnull));
void f(void) __attribute__((constructor(101)));
void g(void) __attribute__((constructor));
static inline __attribute__((always_inline, gnu_inline)) int h(int x) { return x; }
__attribute__((noinline, noclone, noipa)) int i(int x) { return h(x); }
struct __attribute__((packed, aligned(2))) j { char k; int l; };
union m { int n; float o; } __attribute__((transparent_union));
void p(union m q);
int r(void) __attribute__((deprecated("old"), warn_unused_result, pure));
void s(int t, char *u) __attribute__((access(write_only, 2, 1), nothrow, leaf));
void v(int) __attribute__((,unused,,));
int w __attribute__((unknown(1, 2, 3)));
static __thread int x __attribute__((tls_model("local-exec")));
int ignored __attribute__((tls_model("fast")));
int y(void) { static int z __attribute__((section("zz"))) = 1; p(z); return z + a + x; }
