// flags: -m32
// With 32-bit long the sum overflows; with 64-bit long it does not (6.5p5).
int main(void) {
    long x = 2147483647;
    return x + 1 > 0; //~ signed-overflow
}
