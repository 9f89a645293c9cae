// A non-volatile local changed between setjmp and longjmp is indeterminate afterwards (7.13.2.1p3).
typedef long jmp_buf[40];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
static jmp_buf env;
int main(void) {
    int x = 1;
    if (setjmp(env) == 0) {
        x = 2;
        longjmp(env, 1);
    }
    return x; //~ uninitialized
}
