int main(void) {
    short a[4] = { 0 };
    unsigned long one = 1;
    short *p = a;
    return *(p - -one); //~ pointer-arithmetic
}
