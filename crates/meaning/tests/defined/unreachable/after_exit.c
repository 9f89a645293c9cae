// status: 4
// exit does not return.
int printf(const char *, ...);
_Noreturn void exit(int);
int main(void) {
    printf("bye\n");
    exit(4);
    __builtin_unreachable();
}
