// The example of 6.7.3.1p11: p1 = q1 between restricted pointers of the same block.
int main(void) {
    int x = 1, y = 2;
    int *restrict p1 = &x;
    int *restrict q1 = &y;
    p1 = q1; //~ restrict
    return 0;
}
