// The function that would return is never called.
int printf(const char *, ...);
static _Noreturn void stop(int n) {
    printf("%d\n", n);
}
int main(void) {
    int n = 0;
    if (n)
        stop(n);
    printf("%d\n", n);
    return 0;
}
