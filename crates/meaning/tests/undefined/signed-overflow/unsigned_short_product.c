// Both operands are promoted to int, and 65535 * 65535 does not fit int (6.3.1.1p2, 6.5p5).
int main(void) {
    unsigned short a = 65535, b = 65535;
    unsigned product = a * b; //~ signed-overflow
    return product == 0;
}
