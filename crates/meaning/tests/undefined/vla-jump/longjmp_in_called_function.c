// The longjmp is in a function called after the scope was left (7.13.2.1p2).
typedef long jmp_buf[40];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
static jmp_buf env;
static void jump(void) {
    longjmp(env, 1); //~ vla-jump
}
static int run(int n) {
    for (int i = 0; i < 1; i++) {
        char a[n];
        a[0] = 0;
        if (setjmp(env))
            return a[0];
    }
    jump();
    return 1;
}
int main(void) {
    return run(4);
}
