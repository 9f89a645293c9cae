// The loop over the bits of a word goes one round too far (GNU C; 4p2).
int main(void) {
    unsigned bits = 5, sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += __builtin_ctz(bits); //~ builtin-argument
        bits &= bits - 1;
    }
    return sum;
}
