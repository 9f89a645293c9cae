// The call goes through a pointer (6.9.1p12).
static int nothing(int n) {
    n++;
}
int main(void) {
    int (*f)(int) = nothing;
    int x = f(1) + 1; //~ missing-return
    return x;
}
