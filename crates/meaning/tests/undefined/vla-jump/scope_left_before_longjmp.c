// setjmp was called in the scope of a VLA, and execution has left that scope (7.13.2.1p2).
typedef long jmp_buf[40];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
static jmp_buf env;
int main(void) {
    int n = 3;
    {
        int a[n];
        a[0] = 1;
        if (setjmp(env))
            return a[0];
    }
    longjmp(env, 1); //~ vla-jump
}
