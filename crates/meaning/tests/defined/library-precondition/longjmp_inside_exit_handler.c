// The jump stays inside the function that exit has called (7.22.4.4p3).
int printf(const char *, ...);
typedef long jmp_buf[40];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
int atexit(void (*)(void));
static jmp_buf env;
static void handler(void) {
    if (setjmp(env) == 0)
        longjmp(env, 1);
    printf("handled\n");
}
int main(void) {
    atexit(handler);
    return 0;
}
