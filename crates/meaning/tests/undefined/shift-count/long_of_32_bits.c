// flags: -m32
// With 32-bit long a count of 40 is too large (6.5.7p3).
int main(void) {
    int count = 40;
    return (1L << count) != 0; //~ shift-count
}
