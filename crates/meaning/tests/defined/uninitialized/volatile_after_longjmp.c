// A volatile local keeps its value, and so does one that was not changed (7.13.2.1p3).
int printf(const char *, ...);
typedef long jmp_buf[40];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
static jmp_buf env;
int main(void) {
    volatile int x = 1;
    int unchanged = 5;
    if (setjmp(env) == 0) {
        x = 2;
        longjmp(env, 1);
    }
    printf("%d %d\n", x, unchanged);
    return 0;
}
