// Not unsequenced: each expression is evaluated as a whole (C11 6.7.9p23).
int printf(const char *, ...);
int main(void) {
    int i = 1;
    struct { int a, b; } s = { i++, i }; //~ unspecified
    printf("%d %d\n", s.a, s.b);
    return 0;
}
