// dialect: gnu
// `weakref`: another name for a function, null if there is none.
int printf(const char *, ...);
static int written(const char *, ...) __attribute__((weakref("printf")));
static int own(int) __attribute__((weakref("doubled")));
static int none(void) __attribute__((weakref("defined_nowhere")));
int doubled(int x) { return 2 * x; }

int main(void) {
    if (written) written("%d\n", own(21));
    printf("%d\n", none ? none() : -1);
    return 0;
}
