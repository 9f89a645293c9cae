// setjmp was called outside of the scope of the VLA (7.13.2.1p2).
int printf(const char *, ...);
typedef long jmp_buf[40];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
static jmp_buf env;
int main(void) {
    int n = 3;
    if (setjmp(env)) {
        printf("back\n");
        return 0;
    }
    int a[n];
    a[0] = 1;
    longjmp(env, a[0]);
}
