// The example of 6.7.3.1p7: an object that is modified is accessed through one of a and b only.
static int *restrict a;
static int *restrict b;
static int x[2] = { 1, 2 };
int main(void) {
    a = x;
    b = x;
    a[0] = 5;
    return b[0]; //~ restrict
}
