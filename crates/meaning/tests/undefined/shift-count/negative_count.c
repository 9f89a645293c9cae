// A negative count (6.5.7p3).
static unsigned shift(unsigned x, int by) {
    return x << by; //~ shift-count
}
int main(void) {
    return shift(8, -1) != 0;
}
