// One of the dimensions is zero (6.7.6.2p5).
static unsigned long size(int rows, int columns) {
    int matrix[rows][columns]; //~ vla-size
    return sizeof matrix;
}
int main(void) {
    return size(2, 0) != 0;
}
