// The negation of INT_MIN does not fit int (6.5p5).
static int negate(const int *p) {
    return -*p; //~ signed-overflow
}
int main(void) {
    int x = -2147483647 - 1;
    return negate(&x);
}
