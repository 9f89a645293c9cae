int target(void) { return 1; }
extern int other(void) __attribute__((alias("target")));
static int reference(void) __attribute__((weakref("target")));
int object = 1;
extern int same_object __attribute__((alias("object"), weak));
int use(void) { return other() + reference() + same_object; }
