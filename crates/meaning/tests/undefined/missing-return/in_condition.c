// The missing value decides a branch (6.9.1p12).
static _Bool is_even(int n) {
    if (n % 2 == 0)
        return 1;
}
int main(void) {
    if (is_even(3)) //~ missing-return
        return 1;
    return 0;
}
