// The second operand of / is zero (6.5.5p5).
int main(void) {
    int zero = 0;
    return 1 / zero; //~ division-by-zero
}
