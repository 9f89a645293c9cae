// A product fits, its sum with what is there does not (6.5p5): the place is that of the sum.
static int sum(const int *a, const int *b, int n) {
    int result = 0;
    for (int i = 0; i < n; ++i)
        result = result + //~ signed-overflow
                 a[i] * b[i];
    return result;
}

int main(void) {
    int a[3] = {46340, 20000, 7}, b[3] = {46340, 5, 1};
    return sum(a, b, 3) == 0;
}
