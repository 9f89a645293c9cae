// A return statement returns (6.7.4p8).
static int calls;
static _Noreturn void stop(int n) {
    calls += n;
    return; //~ noreturn
}
int main(void) {
    stop(1);
}
