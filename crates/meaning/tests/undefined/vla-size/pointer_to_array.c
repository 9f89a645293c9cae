// A pointer to a variable length array has a size expression too (6.7.6.2p5).
static int first(int *p, int n) {
    int (*array)[n] = (int (*)[n])p; //~ vla-size
    return (*array)[0];
}
int main(void) {
    int x = 5;
    return first(&x, 0);
}
