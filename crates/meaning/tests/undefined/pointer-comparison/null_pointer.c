// A null pointer points to no object, so it is neither less nor greater than another (6.5.8p5).
int main(void) {
    int x = 0;
    int *p = &x, *none = 0;
    return p > none; //~ pointer-comparison
}
