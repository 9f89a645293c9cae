// f is declared without parameters and defined later with a prototype that takes a long (6.5.2.2p6).
int f();
int main(void) {
    return f(1); //~ call-arguments
}
int f(long n) {
    return n == 1;
}
