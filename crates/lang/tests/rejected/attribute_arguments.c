int a __attribute__((section)); //~ bad-attribute
int b __attribute__((section(1))); //~ bad-attribute
__thread int c __attribute__((tls_model("fast"))); //~ bad-attribute
int d __attribute__((visibility(hidden))); //~ bad-attribute
void e(void) __attribute__((noreturn(1))); //~ bad-attribute
void f(char *p) __attribute__((access(read, 1))); //~ bad-attribute
void g(const char *p, ...) __attribute__((format(printf, 1))); //~ bad-attribute
void h(void) __attribute__((constructor(65536))); //~ bad-attribute
void *i(int n) __attribute__((alloc_align)); //~ bad-attribute
int j(void) __attribute__((nonnull(undeclared))); //~ undeclared
struct s { int x; } __attribute__((scalar_storage_order("big"))); //~ bad-attribute
