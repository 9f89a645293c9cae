// *p *= 1.5e9 is computed in double and converted back to int (6.5.16.2p3, 6.3.1.4p1).
static void grow(int *p) {
    *p *= 1.5e9; //~ float-conversion
}
int main(void) {
    int x = 1;
    grow(&x);
    grow(&x);
    return 0;
}
