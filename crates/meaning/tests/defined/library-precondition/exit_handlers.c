// status: 6
// Functions registered with atexit are called in reverse order (7.22.4.4p3).
int printf(const char *, ...);
int atexit(void (*)(void));
_Noreturn void exit(int);
static void first(void) { printf("first\n"); }
static void second(void) { printf("second\n"); }
int main(void) {
    atexit(first);
    atexit(second);
    exit(6);
}
