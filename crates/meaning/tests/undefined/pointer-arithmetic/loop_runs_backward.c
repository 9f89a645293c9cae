// The loop ends only after p has been decremented below the first element (6.5.6p8).
int main(void) {
    int a[3] = { 1, 2, 3 }, sum = 0;
    for (int *p = a + 2; sum < 6; --p) //~ pointer-arithmetic
        sum += *p;
    return sum;
}
