// A function registered with atexit calls exit again (7.22.4.4p2).
int atexit(void (*)(void));
_Noreturn void exit(int);
static void again(void) {
    exit(1); //~ library-precondition
}
int main(void) {
    atexit(again);
    exit(0);
}
