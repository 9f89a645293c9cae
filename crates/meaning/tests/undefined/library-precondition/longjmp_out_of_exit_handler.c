// The jump would end a call that exit has made (7.22.4.4p3).
typedef long jmp_buf[40];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
int atexit(void (*)(void));
_Noreturn void exit(int);
static jmp_buf env;
static void escape(void) {
    longjmp(env, 1); //~ library-precondition
}
int main(void) {
    if (setjmp(env) == 0) {
        atexit(escape);
        exit(0);
    }
    return 0;
}
