// The sum of INT_MAX and 1 does not fit int (6.5p5).
int main(void) {
    int x = 2147483647;
    return x + 1; //~ signed-overflow
}
