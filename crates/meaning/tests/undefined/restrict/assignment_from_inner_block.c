// The example of 6.7.3.1p11: p1 = q2 carries a value out of a block that has not ended.
int main(void) {
    int x = 1, y = 2;
    int *restrict p1 = &x;
    int *restrict q1 = &y;
    {
        int *restrict q2 = q1;
        p1 = q2; //~ restrict
    }
    return 0;
}
