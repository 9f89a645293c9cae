// The function is called through a pointer whose type says nothing about it (6.7.4p8).
_Noreturn void exit(int);
static _Noreturn void leave(int n) {
    if (n)
        exit(n);
} //~ noreturn
int main(void) {
    void (*f)(int) = leave;
    f(0);
    return 0;
}
