// One operand is converted to unsigned int before the multiplication (6.3.1.8p1).
int printf(const char *, ...);
int main(void) {
    unsigned short a = 65535, b = 65535;
    printf("%u\n", (unsigned)a * b);
    return 0;
}
