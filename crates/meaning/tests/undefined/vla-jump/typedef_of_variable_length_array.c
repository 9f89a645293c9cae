// A typedef name with variably modified type has a scope too (7.13.2.1p2, 6.7.8p2).
typedef long jmp_buf[40];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
static jmp_buf env;
static void run(int n) {
    if (n) {
        typedef int row[n];
        if (setjmp(env) == 1)
            return;
    }
    longjmp(env, 1); //~ vla-jump
}
int main(void) {
    run(5);
    return 0;
}
