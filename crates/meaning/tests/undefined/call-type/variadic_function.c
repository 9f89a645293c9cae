// A variadic function is called through a type that is not variadic (6.7.6.3p15, 6.5.2.2p9).
static int first(int n, ...) {
    return n;
}
int main(void) {
    int (*f)(int, int) = (int (*)(int, int))first;
    return f(1, 2); //~ call-type
}
