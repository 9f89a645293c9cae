// The inner call returns a value, the outer one forgets to pass it on (6.9.1p12).
static int sum(int n) {
    if (n == 0)
        return 0;
    sum(n - 1);
}
int main(void) {
    int total = sum(2); //~ missing-return
    return total;
}
