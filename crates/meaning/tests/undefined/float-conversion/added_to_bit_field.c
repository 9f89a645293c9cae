// The sum is converted to the type of the bit-field, which has three bits (6.5.16.2p3, 6.7.2.1p10).
int main(void) {
    struct {
        signed narrow : 3;
    } s = { 3 };
    s.narrow += 1.5; //~ float-conversion
    return s.narrow;
}
