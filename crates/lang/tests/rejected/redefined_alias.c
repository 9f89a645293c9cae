int target(void) { return 1; }
extern int a(void) __attribute__((alias("target")));
int a(void) { return 2; } //~ redeclaration
static int b(void) __attribute__((weakref("target")));
static int b(void) { return 2; } //~ redeclaration
extern int c(void) __attribute__((ifunc("target"), weak)); //~ bad-attribute
