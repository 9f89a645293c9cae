// The smallest argument that is defined.
int printf(const char *, ...);
int main(void) {
    unsigned one = 1;
    printf("%d %d %d\n", __builtin_clz(one), __builtin_ctz(one), __builtin_clzll(one));
    return 0;
}
