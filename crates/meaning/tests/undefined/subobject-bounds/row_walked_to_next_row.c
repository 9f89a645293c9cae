// The pointer walks over the end of row 0 into row 1 of the same matrix (6.5.6p8).
static int sum(const int *p, int count) {
    int total = 0;
    while (count-- > 0)
        total += *p++; //~ subobject-bounds
    return total;
}
int main(void) {
    int matrix[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    return sum(matrix[0], 4);
}
