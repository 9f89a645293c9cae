// << of a negative value: GCC documents that it does not use this latitude, Clang does not (6.5.7p4).
int main(void) {
    int x = -1;
    return (x << 1) != 0; //~ shift-operand
}
