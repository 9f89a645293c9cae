// The attribute noreturn, which GCC and Clang document, promises the same (6.7.4p8).
static int n;
static void __attribute__((noreturn)) fail(const char *message) {
    n += message[0];
} //~ noreturn
int main(void) {
    fail("message");
}
