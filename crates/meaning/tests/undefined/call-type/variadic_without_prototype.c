// The function is defined with an ellipsis, and called without a prototype (6.5.2.2p6, p9, 6.7.6.3p15).
static int first(int n, ...) {
    return n;
}
int main(void) {
    int (*f)() = (int (*)())first;
    return f(1, 2); //~ call-type
}
