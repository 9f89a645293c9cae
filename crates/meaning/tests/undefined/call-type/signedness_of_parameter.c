// int and unsigned int are different types, also for parameters (6.7.6.3p15, 6.5.2.2p9).
static unsigned twice(unsigned n) {
    return n * 2;
}
int main(void) {
    unsigned (*f)(int) = (unsigned (*)(int))twice;
    return f(3) == 6; //~ call-type
}
