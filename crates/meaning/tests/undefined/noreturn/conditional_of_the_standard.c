// The example of 6.7.4p12: g causes undefined behaviour if i <= 0.
_Noreturn void abort(void);
static _Noreturn void g(int i) {
    if (i > 0) abort();
} //~ noreturn
int main(void) {
    g(0);
}
