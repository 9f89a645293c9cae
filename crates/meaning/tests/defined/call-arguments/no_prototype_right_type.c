// The argument has the type of the parameter, although no prototype is in scope (6.5.2.2p6).
int printf(const char *, ...);
int f();
int main(void) {
    printf("%d\n", f(1L, 2.5));
    return 0;
}
int f(long n, double d) {
    return n + d;
}
