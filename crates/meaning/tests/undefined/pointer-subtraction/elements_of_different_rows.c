// The rows of a matrix are different arrays of int (6.5.6p9).
static int matrix[2][3];
static long between(int *first, int *last) {
    return last - first; //~ pointer-subtraction
}
int main(void) {
    return between(&matrix[0][0], &matrix[1][0]) == 3;
}
