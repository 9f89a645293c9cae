// There has been no setjmp with this buffer (7.13.2.1p2).
typedef long jmp_buf[40];
_Noreturn void longjmp(jmp_buf, int);
static jmp_buf env;
int main(void) {
    longjmp(env, 1); //~ library-precondition
}
