// The fourth *p <<= 8 would be 2^32 (6.5.16.2p3, 6.5.7p4).
static void push(int *p) {
    *p <<= 8; //~ shift-operand
}
int main(void) {
    int x = 1;
    for (int i = 0; i < 4; i++)
        push(&x);
    return 0;
}
