// int has 32 bits: a count of 32 is too large (6.5.7p3).
int main(void) {
    unsigned count = 32;
    return (1 << count) != 0; //~ shift-count
}
