// The function that called setjmp has returned (7.13.2.1p2).
typedef long jmp_buf[40];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
static jmp_buf env;
static int mark(void) {
    if (setjmp(env))
        return 1;
    return 0;
}
int main(void) {
    if (mark())
        return 1;
    longjmp(env, 1); //~ library-precondition
}
