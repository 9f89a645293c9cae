// Also without `&`: a[2] becomes a pointer to the first element of an array that is not there (6.3.2.1p3, 6.5.6p8).
static int *row(int (*a)[4], int n) {
    return a[n]; //~ out-of-bounds
}
int main(void) {
    int a[2][4] = { 0 };
    return row(a, 1) == row(a, 2);
}
