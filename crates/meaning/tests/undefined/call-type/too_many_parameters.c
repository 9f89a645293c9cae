// The function has one parameter, the type of the pointer two (6.5.2.2p9).
typedef int binary(int, int);
static int negate(int n) {
    return -n;
}
int main(void) {
    binary *f = (binary *)negate;
    return f(1, 2); //~ call-type
}
