// Even a count of zero does not make a negative left operand defined (6.5.7p4).
int main(void) {
    int x = -8, zero = 0;
    return (x << zero) != 0; //~ shift-operand
}
