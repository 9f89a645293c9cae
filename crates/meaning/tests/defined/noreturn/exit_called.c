// status: 5
// The function ends the program (7.22.4.4p6).
int printf(const char *, ...);
_Noreturn void exit(int);
static _Noreturn void stop(int status) {
    printf("stop\n");
    exit(status);
}
int main(void) {
    stop(5);
}
