// 1 << 31 is 2^31, which does not fit int (6.5.7p4).
int main(void) {
    int count = 31;
    return (1 << count) != 0; //~ shift-operand
}
