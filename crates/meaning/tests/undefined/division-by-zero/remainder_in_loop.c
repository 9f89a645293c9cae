// The second operand of % reaches zero in the third round (6.5.5p5).
int main(void) {
    int sum = 0;
    for (int i = 2; i >= 0; i--)
        sum += 7 % i; //~ division-by-zero
    return sum;
}
