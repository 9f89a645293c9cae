// The function relies on a callee that does return (6.7.4p8).
static int count;
static void log_and_stop(void) {
    count++;
}
static _Noreturn void stop(void) {
    log_and_stop();
} //~ noreturn
int main(void) {
    stop();
}
