// The example of 7.13.2.1p5: f is not terminated, and the scope of its array was not left.
int printf(const char *, ...);
typedef long jmp_buf[40];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
static jmp_buf buf;
static void h(int n) {
    int b[n];
    b[0] = 2;
    longjmp(buf, b[0]);
}
static void f(int n) {
    int x[n];
    x[0] = 5;
    if (setjmp(buf) == 0)
        h(n);
    printf("%d\n", x[0]);
}
int main(void) {
    f(6);
    return 0;
}
