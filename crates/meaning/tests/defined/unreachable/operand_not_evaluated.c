// The call is in an operand that is not evaluated (6.5.13p4).
int printf(const char *, ...);
int main(void) {
    int zero = 0;
    int a = zero && (__builtin_unreachable(), 1);
    printf("%d\n", a);
    return 0;
}
