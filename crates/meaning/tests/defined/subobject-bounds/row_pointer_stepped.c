// A pointer to rows steps over rows (6.5.6p8).
int printf(const char *, ...);
int main(void) {
    int matrix[3][2] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
    int (*row)[2] = matrix;
    row += 2;
    printf("%d %d\n", (*row)[1], row[-1][0]);
    return 0;
}
