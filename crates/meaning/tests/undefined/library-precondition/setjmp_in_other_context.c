// setjmp stands only in a controlling expression or alone; this is an initialiser (7.13.1.1p4, p5).
typedef long jmp_buf[40];
int setjmp(jmp_buf);
int main(void) {
    static jmp_buf env;
    int code = setjmp(env); //~ library-precondition
    return code;
}
