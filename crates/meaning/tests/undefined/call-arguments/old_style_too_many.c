// One argument more than the function has parameters (6.5.2.2p6).
static int same(n)
    int n;
{
    return n;
}
static int call(int (*f)()) {
    return f(1, 2); //~ call-arguments
}
int main(void) {
    return call(same);
}
