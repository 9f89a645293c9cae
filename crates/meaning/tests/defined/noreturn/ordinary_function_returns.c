// The pointer may point to a function that returns; the promise belongs to the other one.
int printf(const char *, ...);
_Noreturn void exit(int);
static _Noreturn void leave(int n) { exit(n); }
static void show(int n) { printf("%d\n", n); }
int main(void) {
    void (*table[2])(int) = { show, leave };
    table[0](3);
    table[1](0);
    return 1;
}
