typedef long jmp_buf[25];
int setjmp(jmp_buf);
void longjmp(jmp_buf, int);
int puts(const char *);
jmp_buf back;
static int leave(void) { longjmp(back, 1); return 0; }
int main(void) {
    if (setjmp(back)) return 0;
    return leave() + puts("seen"); //~ unspecified
}
