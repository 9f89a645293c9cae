// The example of 6.6p11: 2 || 1 / 0 is a valid integer constant expression with value one.
int printf(const char *, ...);
static int i = 2 || 1 / 0;
int main(void) {
    printf("%d\n", i);
    return 0;
}
