// The path that would return is not taken.
int printf(const char *, ...);
_Noreturn void exit(int);
static _Noreturn void g(int i) {
    if (i > 0) exit(0);
}
int main(void) {
    printf("g\n");
    g(1);
}
