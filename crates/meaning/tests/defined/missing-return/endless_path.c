// status: 3
// The function is left by exit, not by its } (7.22.4.4).
int printf(const char *, ...);
_Noreturn void exit(int);
static int stop(int n) {
    printf("%d\n", n);
    exit(n);
}
int main(void) {
    return stop(3);
}
