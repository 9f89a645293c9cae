// The function returns int, the caller expects double (6.5.2.2p9).
static int one(void) {
    return 1;
}
static double call(double (*f)(void)) {
    return f(); //~ call-type
}
int main(void) {
    return call((double (*)(void))one) > 0;
}
