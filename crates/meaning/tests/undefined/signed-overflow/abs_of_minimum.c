// The result of abs(INT_MIN) cannot be represented (7.22.6.1p2).
int abs(int);
int main(void) {
    int x = -2147483647 - 1;
    return abs(x) < 0; //~ signed-overflow
}
