// `*to++` writes behind the array (6.5.6p8).
static void fill(int *to, int n) {
    for (int i = 0; i < n; ++i)
        *to++ = i; //~ pointer-arithmetic
}

int main(void) {
    int numbers[4];
    fill(numbers, 4);
    fill(numbers + 1, 4);
    return numbers[0];
}
