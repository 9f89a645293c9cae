// A product that is added to something does not fit (6.5p5): the place is that of the product.
static int sum(const int *a, const int *b, int n) {
    int result = 0;
    for (int i = 0; i < n; ++i)
        result = result +
                 a[i] * b[i]; //~ signed-overflow
    return result;
}

int main(void) {
    int a[3] = {1, 65536, 7}, b[3] = {1, 32768, 1};
    return sum(a, b, 3) == 0;
}
