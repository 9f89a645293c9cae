// The jump backward to a point before the declaration leaves its scope (footnote 35, 7.13.2.1p2).
typedef long jmp_buf[40];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
static jmp_buf env;
static int rounds;
int main(void) {
again:
    if (rounds++)
        longjmp(env, 1); //~ vla-jump
    int a[rounds];
    a[0] = 1;
    if (setjmp(env))
        return a[0];
    goto again;
}
