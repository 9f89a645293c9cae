// INT_MIN / -1 is not representable (6.5.5p6).
int main(void) {
    int minimum = -2147483647 - 1;
    int divisor = -1;
    return minimum / divisor; //~ signed-overflow
}
