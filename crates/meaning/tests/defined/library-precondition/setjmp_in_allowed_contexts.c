// setjmp in a comparison that is the whole condition, under !, and as a statement (7.13.1.1p4).
int printf(const char *, ...);
typedef long jmp_buf[40];
int setjmp(jmp_buf);
static jmp_buf env;
int main(void) {
    if (setjmp(env) == 0)
        printf("zero ");
    while (!setjmp(env)) {
        printf("not ");
        break;
    }
    (void)setjmp(env);
    printf("alone\n");
    return 0;
}
