// The function that called setjmp is still active (7.13.2.1p2); a value of 0 becomes 1 (7.13.2.1p4).
int printf(const char *, ...);
typedef long jmp_buf[40];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
static jmp_buf env;
static void jump(int depth) {
    if (depth == 0)
        longjmp(env, 0);
    jump(depth - 1);
}
int main(void) {
    switch (setjmp(env)) {
    case 0: jump(3); break;
    case 1: printf("one\n"); break;
    default: printf("other\n");
    }
    return 0;
}
