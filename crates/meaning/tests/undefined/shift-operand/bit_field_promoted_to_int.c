// An unsigned bit-field of 31 bits is promoted to int, so its shift is signed (6.3.1.1p2, 6.5.7p4).
struct s { unsigned value : 31; };
int main(void) {
    struct s s = { 0x40000000 };
    return (s.value << 1) != 0; //~ shift-operand
}
