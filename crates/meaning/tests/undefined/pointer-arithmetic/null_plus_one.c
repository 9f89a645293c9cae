// A null pointer points to no element of any array (6.5.6p8).
int main(void) {
    int *p = 0;
    int n = 1;
    p = p + n; //~ pointer-arithmetic
    return p == 0;
}
