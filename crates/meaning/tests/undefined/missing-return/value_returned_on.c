// The } of f is reached and the value of the call is used (6.9.1p12).
static int f(int n) {
    if (n > 0)
        return n;
}
int main(void) {
    return f(0); //~ missing-return
}
