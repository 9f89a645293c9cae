// The result points neither into the array nor one past it; no access is needed (6.5.6p8).
int main(void) {
    int a[4];
    int *p = a + 6; //~ pointer-arithmetic
    return p == a;
}
