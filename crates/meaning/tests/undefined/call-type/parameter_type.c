// The function takes an int, the call passes a long (6.3.2.3p8, 6.5.2.2p9).
static int half(int n) {
    return n / 2;
}
int main(void) {
    int (*f)(long) = (int (*)(long))half;
    return f(4); //~ call-type
}
