// A pointer to a VLA has variably modified type as well (7.13.2.1p2, 6.7.6p3).
typedef long jmp_buf[40];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
static jmp_buf env;
int main(void) {
    int n = 2;
    {
        int (*p)[n] = 0;
        if (setjmp(env))
            return p == 0;
    }
    longjmp(env, 1); //~ vla-jump
}
