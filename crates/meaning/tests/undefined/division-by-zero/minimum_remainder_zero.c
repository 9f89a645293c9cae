// INT_MIN % 0: zero is tested before the quotient (6.5.5p5).
int main(void) {
    int minimum = -2147483647 - 1, zero = 0;
    return minimum % zero; //~ division-by-zero
}
