// `m[0][n]` is an element of the array, but not of the inner array that `m[0]` is (6.5.6p8), whose size is known at run time.
static int last(int n, int m[2][n]) {
    return m[0][n]; //~ subobject-bounds
}

int main(void) {
    int n = 3;
    int m[2][n];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < n; j++) m[i][j] = j;
    return last(n, m);
}
