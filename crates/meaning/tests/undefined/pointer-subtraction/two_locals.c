// The pointers point into different objects (6.5.6p9).
int main(void) {
    int a[2], b[2];
    return a - b == 0; //~ pointer-subtraction
}
