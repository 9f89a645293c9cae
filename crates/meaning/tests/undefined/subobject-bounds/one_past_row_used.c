// The pointer one past row 0 has the address of row 1 but must not be used with * (6.5.6p8).
int main(void) {
    int matrix[2][2] = { { 1, 2 }, { 3, 4 } };
    int *end = &matrix[0][2];
    return *end; //~ subobject-bounds
}
