// A function declared _Noreturn shall not return to its caller (6.7.4p8).
static _Noreturn void stop(void) {
} //~ noreturn
int main(void) {
    stop();
}
