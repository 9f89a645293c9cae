// matrix[0] + 4 leaves the row by more than one, though not the matrix, and is never used for an access (6.5.6p8).
int main(void) {
    int matrix[2][3] = { { 0 } };
    int *p = matrix[0] + 4; //~ subobject-bounds
    return p == 0;
}
