int a(void) __attribute__((returns_nonnull)); //~ bad-attribute
int b() __attribute__((nonnull)); //~ bad-attribute
int c __attribute__((zero_call_used_regs("all"))); //~ bad-attribute
typedef int d __attribute__((designated_init)); //~ bad-attribute
static int e __attribute__((weak)); //~ bad-attribute
extern int f __attribute__((weakref("e"))); //~ bad-attribute
int g __attribute__((section("x"), section("y"))); //~ bad-attribute
typedef int h __attribute__((section("x"))); //~ bad-attribute
int i __attribute__((warn_if_not_aligned(8))); //~ bad-attribute
int j(void) {
    int k __attribute__((section("x"))) = 1; //~ bad-attribute
    int l __attribute__((weak)) = 2; //~ bad-attribute
    int m __attribute__((noinit)); //~ bad-attribute
    return k + l + m;
}
