// The example of annex J.2: a[1][7] with int a[4][5], though a[2][2] is there (6.5.6p8).
int main(void) {
    int a[4][5] = { { 0 } };
    int column = 7;
    return a[1][column]; //~ subobject-bounds
}
